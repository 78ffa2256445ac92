/* SPDX-License-Identifier: MIT
 * main.tsx -- the browser client's entry.
 */
import { render } from "preact";
import { App } from "./app";

render(<App />, document.getElementById("app")!);
