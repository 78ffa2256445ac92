/* SPDX-License-Identifier: MIT
 * main.tsx -- the browser client's entry.
 */
import { render } from "preact";

render(<h1>Khepri</h1>, document.getElementById("app")!);
