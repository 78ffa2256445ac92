/* SPDX-License-Identifier: MIT
 * admin.tsx -- the way to the page of the host, which is fetched when somebody opens it (admin/).
 */
import { admin as words } from "./built";
import { learnPart } from "./i18n";
import { ComingPage, Later, useLater } from "./later";

const admin = new Later(async () => (await Promise.all([import("./admin/index"), learnPart(words)]))[0]);

/* With the secret of a link, or without. */
export const adminRoute = /^#\/admin(?:\/([a-z2-9]{32}))?$/;

export function AdminPage({ secret }: { secret: string }) {
  const { module, lost } = useLater(admin);

  return module ? <module.Page secret={secret} /> : <ComingPage lost={lost} />;
}
