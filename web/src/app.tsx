/* SPDX-License-Identifier: MIT
 * app.tsx -- the frame of every page: header, settings, help, and which page the address names.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { AdminPage, adminRoute } from "./admin";
import { sprite } from "./art";
import { gameName, gamesHere } from "./games";
import { t } from "./i18n";
import { ComingPage, Later, useLater } from "./later";
import { LearnPage, learnRoute, LookedUp, positionRoute } from "./learn";
import { LobbyPage } from "./lobby";
import { kept, thinks } from "./offline";
import { change, settings, type Settings } from "./settings";
import { Store, useStore } from "./store";
import { tables } from "./tables";
import { Art, Icon, LiveRegions, warn } from "./ui";

type Route =
  | { page: "lobby"; lost: boolean }
  | { page: "table"; id: string; at: number | null }
  | { page: "record"; at: number | null }
  | { page: "learn"; path: string }
  | { page: "admin"; secret: string };

const dialog = new Store<"" | "settings" | "help">("");

/* The game that is spoken of: on the table, or chosen in the lobby. */
export const topic = new Store(gamesHere[0] ?? "");

export function openDialog(which: "settings" | "help"): void {
  dialog.set(which);
}

/* What mail and messengers leave behind an address does not belong to it. */
function routeOf(address: string): Route {
  const said = address.replace(/(?:[/.,;:!?)>\]'"]|%3E|%22)+$/i, "");
  const hash = said.toLowerCase();
  const table = /^#\/t\/(0[a-z2-9]{11}|[a-z2-9]{12})(?:\/at\/(\d+))?$/.exec(hash);
  if (table)
    return { page: "table", id: table[1]!, at: table[2] === undefined ? null : Number(table[2]) };
  const record = /^#\/record(?:\/at\/(\d+))?$/.exec(hash);
  if (record)
    return { page: "record", at: record[1] === undefined ? null : Number(record[1]) };
  const learning = positionRoute.exec(said) ?? learnRoute.exec(hash);
  if (learning)
    return { page: "learn", path: learning[1]! };
  const admin = adminRoute.exec(hash);
  if (admin)
    return { page: "admin", secret: admin[1] ?? "" };
  return { page: "lobby", lost: hash !== "" && hash !== "#" && hash !== "#main" };
}

function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);

  useEffect(() => {
    const changed = (): void => setHash(location.hash);
    window.addEventListener("hashchange", changed);
    changed();                /* the address may have changed since it was first read */
    return () => window.removeEventListener("hashchange", changed);
  }, []);
  return routeOf(hash);
}

export function App() {
  const prefs = useStore(settings);
  const route = useRoute();
  const shown = useStore(dialog);
  const about = useStore(topic);
  const place = route.page === "table" ? `table ${route.id}` : route.page === "learn" ? route.path.split("/", 2).join(" ") : route.page;
  const been = useRef(place);

  useEffect(() => {
    if (route.page === "lobby" || route.page === "record")
      document.title = `${t("app.title")} · ${gamesHere.map(gameName).join(" · ")}`;
    window.scrollTo(0, 0);
  }, [place, prefs.lang]);
  /* What had the focus is gone with the page before: keys and screen readers go on from the new one. */
  useEffect(() => {
    if (been.current !== place) {
      document.getElementById("main")?.focus({ preventScroll: true });
      dialog.set("");
    }
    been.current = place;
  }, [place]);
  return (
    <div class="app">
      <div class="sprite" aria-hidden="true" dangerouslySetInnerHTML={{ __html: sprite }} />
      <a class="skip" href="#main" onClick={(e) => { e.preventDefault(); document.getElementById("main")?.focus(); }}>{t("app.skip")}</a>
      <Header prefs={prefs} />
      {route.page === "lobby" && <LobbyPage lost={route.lost} />}
      {route.page === "admin" && <AdminPage secret={route.secret} />}
      {route.page === "learn" && <LearnPage path={route.path} />}
      {(route.page === "table" || route.page === "record") && <Playing route={route} />}
      <footer class="foot">
        <Offline />
        <p>{t("app.notaffiliated")}</p>
      </footer>
      <LiveRegions />
      <LookedUp />
      {shown && <Opened which={shown} about={about} />}
    </div>
  );
}

function Playing({ route }: { route: Route & { page: "table" | "record" } }) {
  const { module, lost } = useLater(tables);

  if (!module)
    return <ComingPage lost={lost} />;
  return route.page === "table" ? <module.TablePage key={route.id} id={route.id} at={route.at} /> : <module.RecordPage at={route.at} />;
}

const dialogs = new Later(() => import("./dialogs"));

function Opened({ which, about }: { which: "settings" | "help"; about: string }) {
  const { module, lost } = useLater(dialogs);
  const close = (): void => dialog.set("");

  useEffect(() => {
    if (lost) {
      warn(t("error.network"));
      close();
    }
  }, [lost]);
  if (!module)
    return null;
  return which === "settings" ? <module.SettingsDialog close={close} /> : <module.HelpDialog about={about} close={close} />;
}

function Offline() {
  const whole = useStore(thinks);

  return useStore(kept) ? <p data-offline="ready" data-thinks={whole}>{t("offline.ready")}</p> : null;
}

function Header({ prefs }: { prefs: Settings }) {
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label={t("app.home")}><Art name="scarab" /><span>Khepri</span></a>
      <nav class="top-tools" aria-label={t("set.title")}>
        <button type="button" class="top-button" aria-pressed={prefs.text} data-text-switch onClick={() => change({ text: !prefs.text })}>
          <span class="glyph" aria-hidden="true">Aa</span><ToolName name={t("set.text")} />
        </button>
        <button type="button" class="top-button" onClick={() => openDialog("help")}>
          <span class="glyph"><Icon name="help" /></span><ToolName name={t("help.title")} />
        </button>
        <button type="button" class="top-button" data-settings onClick={() => openDialog("settings")}>
          <span class="glyph"><Icon name="sliders" /></span><ToolName name={t("set.title")} />
        </button>
      </nav>
    </header>
  );
}

/* Written where there is room, else only read aloud. */
function ToolName({ name }: { name: string }) {
  return <span class="tool-name">{name}</span>;
}
