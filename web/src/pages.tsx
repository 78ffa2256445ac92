/* SPDX-License-Identifier: MIT
 * pages.tsx -- tables and records: the part of the page that is fetched when one is opened.
 */
import "./drawings";

export { RecordPage } from "./record";
export { TablePage } from "./table";
