/* SPDX-License-Identifier: MIT
 * dialogs.tsx -- the settings, and the help of a game: fetched when one of them is opened.
 */
import { languages } from "./built";
import { gameName, useModule } from "./games";
import { homely } from "./home";
import { learn, say, t } from "./i18n";
import { Coming } from "./later";
import { CoachField } from "./levels";
import { wantCalls } from "./notify";
import { change, settings, type Settings } from "./settings";
import { sound } from "./sound";
import { useStore } from "./store";
import { Dialog, warn } from "./ui";

async function callMe(box: HTMLInputElement): Promise<void> {
  if (await wantCalls(box.checked))
    return;
  box.checked = false;
  warn(t("set.calls.refused"));
}

function speak(lang: string): void {
  learn(lang).then(() => change({ lang }), () => warn(t("error.network")));
}

export function SettingsDialog({ close }: { close: () => void }) {
  const prefs = useStore(settings);
  const themes = ["auto", "light", "dark"] as const;
  const motions = ["auto", "off"] as const;
  const paces = ["calm", "brisk", "instant"] as const;
  const confirms = ["auto", "never", "final", "always"] as const;

  return (
    <Dialog title={t("set.title")} close={close}>
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
export function HelpDialog({ about, close }: { about: string; close: () => void }) {
  const { module } = useModule(about);

  return (
    <Dialog title={t("help.title")} class="wide" close={close}>
      <p><a class="button" href={`#/rules/${about}`} onClick={close}>{t("welcome.rules", { game: gameName(about) })}</a></p>
      {module ? <module.Help /> : <Coming />}
      <h3>{t("help.keys")}</h3>
      <dl class="help-keys">
        {[...(module?.keyHelp ?? []), ...keyHelp].map(([key, id]) => <div key={id}><dt><kbd>{key}</kbd></dt><dd>{say(id)}</dd></div>)}
      </dl>
      {homely && <><h3>{t("help.here")}</h3><p>{t("help.here.what")}</p></>}
    </Dialog>
  );
}
