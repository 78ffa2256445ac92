/* SPDX-License-Identifier: MIT
 * app.tsx -- the frame of every page: header, settings, help, and which page the address names.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { sprite } from "./art";
import { languages } from "./built";
import { gameName, gamesHere, useModule } from "./games";
import { homely } from "./home";
import { learn, say, t } from "./i18n";
import { LearnPage, learnRoute, LookedUp } from "./learn";
import { CoachField } from "./levels";
import { LobbyPage } from "./lobby";
import { wantCalls } from "./notify";
import { kept, thinks } from "./offline";
import { RecordPage } from "./record";
import { change, settings, type Settings } from "./settings";
import { sound } from "./sound";
import { Store, useStore } from "./store";
import { TablePage } from "./table";
import { Art, Dialog, Icon, LiveRegions, warn } from "./ui";

type Route =
  | { page: "lobby"; lost: boolean }
  | { page: "table"; id: string; at: number | null }
  | { page: "record"; at: number | null }
  | { page: "learn"; path: string };

const dialog = new Store<"" | "settings" | "help">("");

/* The game that is spoken of: on the table, or chosen in the lobby. */
export const topic = new Store(gamesHere[0] ?? "");

export function openDialog(which: "settings" | "help"): void {
  dialog.set(which);
}

/* What mail and messengers leave behind an address does not belong to it. */
function routeOf(address: string): Route {
  const hash = address.replace(/(?:[/.,;:!?)>\]'"]|%3E|%22)+$/i, "").toLowerCase();
  const table = /^#\/t\/(0[a-z2-9]{11}|[a-z2-9]{12})(?:\/at\/(\d+))?$/.exec(hash);
  if (table)
    return { page: "table", id: table[1]!, at: table[2] === undefined ? null : Number(table[2]) };
  const record = /^#\/record(?:\/at\/(\d+))?$/.exec(hash);
  if (record)
    return { page: "record", at: record[1] === undefined ? null : Number(record[1]) };
  const learning = learnRoute.exec(hash);
  if (learning)
    return { page: "learn", path: learning[1]! };
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
    if (route.page !== "table" && route.page !== "learn")
      document.title = `${t("app.title")} · ${gamesHere.map(gameName).join(" · ")}`;
    window.scrollTo(0, 0);
  }, [place, prefs.lang]);
  /* What had the focus is gone with the page before: keys and screen readers go on from the new one. */
  useEffect(() => {
    if (been.current !== place)
      document.getElementById("main")?.focus({ preventScroll: true });
    been.current = place;
  }, [place]);
  return (
    <div class="app">
      <div class="sprite" aria-hidden="true" dangerouslySetInnerHTML={{ __html: sprite }} />
      <a class="skip" href="#main" onClick={(e) => { e.preventDefault(); document.getElementById("main")?.focus(); }}>{t("app.skip")}</a>
      <Header prefs={prefs} />
      {route.page === "lobby" && <LobbyPage lost={route.lost} />}
      {route.page === "table" && <TablePage key={route.id} id={route.id} at={route.at} />}
      {route.page === "learn" && <LearnPage path={route.path} />}
      {route.page === "record" && <RecordPage at={route.at} />}
      <footer class="foot">
        <Offline />
        <p>{t("app.notaffiliated")}</p>
      </footer>
      <LiveRegions />
      <LookedUp />
      {shown === "settings" && <SettingsDialog prefs={prefs} />}
      {shown === "help" && <HelpDialog about={about} />}
    </div>
  );
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

async function callMe(box: HTMLInputElement): Promise<void> {
  if (await wantCalls(box.checked))
    return;
  box.checked = false;
  warn(t("set.calls.refused"));
}

function speak(lang: string): void {
  learn(lang).then(() => change({ lang }), () => warn(t("error.network")));
}

function SettingsDialog({ prefs }: { prefs: Settings }) {
  const themes = ["auto", "light", "dark"] as const;
  const motions = ["auto", "off"] as const;
  const paces = ["calm", "brisk", "instant"] as const;
  const confirms = ["auto", "never", "final", "always"] as const;

  return (
    <Dialog title={t("set.title")} close={() => dialog.set("")}>
      <div class="settings">
        <label class="field"><span>{t("set.language")}</span>
          <select name="lang" value={prefs.lang} onChange={(e) => speak(e.currentTarget.value)}>
            {languages.map(({ code, name }) => <option key={code} value={code} lang={code}>{name}</option>)}
          </select>
        </label>
        <label class="field"><span>{t("set.theme")}</span>
          <select name="theme" value={prefs.theme} onChange={(e) => change({ theme: e.currentTarget.value as Settings["theme"] })}>
            {themes.map((v) => <option key={v} value={v}>{t(`set.theme.${v}`)}</option>)}
          </select>
        </label>
        <label class="field"><span>{t("set.motion")}</span>
          <select name="motion" value={prefs.motion} onChange={(e) => change({ motion: e.currentTarget.value as Settings["motion"] })}>
            {motions.map((v) => <option key={v} value={v}>{t(`set.motion.${v}`)}</option>)}
          </select>
        </label>
        <label class="field"><span>{t("set.pace")}</span>
          <select name="pace" value={prefs.pace} onChange={(e) => change({ pace: e.currentTarget.value as Settings["pace"] })}>
            {paces.map((v) => <option key={v} value={v}>{t(`set.pace.${v}`)}</option>)}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" name="scenes" checked={prefs.scenes} onChange={(e) => change({ scenes: e.currentTarget.checked })} />
          <span>{t("set.scenes")}</span>
        </label>
        <CoachField coach={prefs.coach} />
        <label class="field"><span>{t("set.confirm")}</span>
          <select name="confirm" value={prefs.confirm} onChange={(e) => change({ confirm: e.currentTarget.value as Settings["confirm"] })}>
            {confirms.map((v) => <option key={v} value={v}>{t(`set.confirm.${v}`)}</option>)}
          </select>
        </label>
        <label class="field"><span>{t("set.sound")}</span>
          <input
            type="range" name="sound" min={0} max={100} step={10} value={prefs.sound} aria-valuetext={prefs.sound ? `${prefs.sound} %` : t("set.sound.off")}
            onInput={(e) => change({ sound: Number(e.currentTarget.value) })} onChange={() => sound("bid")}
          />
        </label>
        <label class="check">
          <input type="checkbox" name="keys" checked={prefs.keys} onChange={(e) => change({ keys: e.currentTarget.checked })} />
          <span>{t("set.keys")}</span>
        </label>
        <label class="check">
          <input type="checkbox" name="text" checked={prefs.text} onChange={(e) => change({ text: e.currentTarget.checked })} />
          <span>{t("set.text")}</span>
        </label>
        <label class="check">
          <input type="checkbox" name="calls" checked={prefs.calls} onChange={(e) => void callMe(e.currentTarget)} />
          <span>{t("set.calls")}</span>
        </label>
      </div>
    </Dialog>
  );
}

const keyHelp = [
  ["← ↑ → ↓", "help.key.arrows"], ["[  ]  N", "help.key.step"], ["S", "help.key.s"], ["L", "help.key.l"], ["W", "help.key.w"], ["T", "help.key.t"], ["F", "help.key.f"], ["H", "help.key.h"],
] as const;

/* The help of the game that is on show; in the lobby, of the one chosen there. */
function HelpDialog({ about }: { about: string }) {
  const { module } = useModule(about);

  return (
    <Dialog title={t("help.title")} class="wide" close={() => dialog.set("")}>
      <p><a class="button" href={`#/rules/${about}`} onClick={() => dialog.set("")}>{t("welcome.rules", { game: gameName(about) })}</a></p>
      {module ? <module.Help /> : <p class="loading">{t("app.loading")}</p>}
      <h3>{t("help.keys")}</h3>
      <dl class="help-keys">
        {[...(module?.keyHelp ?? []), ...keyHelp].map(([key, id]) => <div key={id}><dt><kbd>{key}</kbd></dt><dd>{say(id)}</dd></div>)}
      </dl>
      {homely && <><h3>{t("help.here")}</h3><p>{t("help.here.what")}</p></>}
    </Dialog>
  );
}
