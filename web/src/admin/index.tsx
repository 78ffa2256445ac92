/* SPDX-License-Identifier: MIT
 * index.tsx -- the page of the host: what khepri admin shows and does. It is fetched when somebody opens it, and shows
 * nothing before they sign in with a link of khepri admin link (docs/protocol.md, "The page of the host").
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type words from "../../../lang/admin.en.json";
import { call, explain, Refused } from "../api";
import { gameName } from "../games";
import { list, speaker, type Params } from "../i18n";
import type { Table } from "../types";
import { Dialog, tell, warn } from "../ui";

const t = speaker<keyof typeof words>();
type Said = keyof typeof words;

interface Status {
  websockets: number;
  waiting: number;
  playing: number;
  over: number;
  stored: number;
  drained: boolean;
  limits: { tables: number };
}

interface Seen {
  status: Status;
  tables: { watchers: number; idle: number; table: Table }[];
  visitors: { address: string; websockets: number; watching: number }[];
  bots: { name: string; online: boolean; playing: number }[];
  addresses: string[];
  names: string[];
}

const sessionKey = "khepri.admin";

const ask = <T,>(token: string, what: string, more: object = {}): Promise<T> => call<T>("POST", "/admin", [token], { do: what, ...more });

async function look(token: string): Promise<Seen> {
  const [status, { tables }, { visitors }, { bots }, { addresses, names }] = await Promise.all([
    ask<Status>(token, "status"), ask<Seen>(token, "tables"), ask<Seen>(token, "visitors"), ask<Seen>(token, "accounts"), ask<Seen>(token, "bans"),
  ]);
  return { status, tables, visitors, bots, addresses, names };
}

/* A link is used up at once, also by a page that is built twice. */
const signings = new Map<string, Promise<string>>();

function signIn(secret: string): Promise<string> {
  const signing = signings.get(secret) ?? call<{ token: string }>("POST", "/admin/sign-in", [], { secret }).then(({ token }) => token);

  signings.set(secret, signing);
  history.replaceState(null, "", "#/admin");
  return signing;
}

function keep(token: string): void {
  if (token)
    sessionStorage.setItem(sessionKey, token);
  else
    sessionStorage.removeItem(sessionKey);
}

/* What went wrong, as the host is to hear it. */
function trouble(error: unknown, signing: boolean): string {
  const code = error instanceof Refused ? error.code : "";

  if (code === "not_found" && signing)
    return t("admin.none");
  if (code === "forbidden" && signing)
    return t("admin.bad");
  return code === "no_token" ? t("admin.ended") : explain(error);
}

/* What is asked before it is done. */
interface Question {
  text: string;
  go: () => void;
}

export interface Host {
  seen: Seen;
  act: (what: string, more: object, say?: (answer: Record<string, number>) => string) => void;
  sure: (question: Question) => void;
}

export function Page({ secret }: { secret: string }) {
  const [token, setToken] = useState(sessionStorage.getItem(sessionKey) ?? "");
  const [seen, setSeen] = useState<Seen | null>(null);
  const [error, setError] = useState("");
  const [question, setQuestion] = useState<Question | null>(null);
  const enter = (next: string): void => {
    keep(next);
    setToken(next);
    setSeen(null);
  };
  const fail = (why: unknown, signing = false): void => {
    setError(trouble(why, signing));
    warn(trouble(why, signing));
    if (why instanceof Refused && why.code === "no_token")
      enter("");
  };
  const refresh = (with_: string): Promise<void> => look(with_).then((now) => {
    setSeen(now);
    setError("");
  }, fail);
  const act: Host["act"] = (what, more, say) => {
    ask<Record<string, number>>(token, what, more).then((answer) => {
      tell(say ? say(answer) : t("admin.done"));
      return what === "sign_out" ? enter("") : refresh(token);
    }, fail);
  };

  useEffect(() => {
    document.title = `${t("admin.page")} · ${t("app.title")}`;
    if (secret)
      signIn(secret).then(enter, (why) => fail(why, true));
  }, [secret]);
  useEffect(() => {
    if (token)
      void refresh(token);
  }, [token]);
  /* What was pressed may be gone: keys and screen readers go on from the page. */
  useEffect(() => {
    if (document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [seen]);
  return (
    <main id="main" class="page lobby" tabIndex={-1} data-admin={seen ? "in" : "out"}>
      <h1>{t("admin.page")}</h1>
      {error && <p class="trouble">{error}</p>}
      {!token && <p>{t("admin.signin")}</p>}
      {seen && <Panels seen={seen} act={act} sure={setQuestion} again={() => void refresh(token)} />}
      {question && <Sure {...question} close={() => setQuestion(null)} />}
    </main>
  );
}

function Sure({ text, go, close }: Question & { close: () => void }) {
  return (
    <Dialog
      title={t("sure.title")} close={close} role="alertdialog"
      foot={<>
        <button type="button" class="button" data-sure="go" onClick={() => { close(); go(); }}>{t("sure.go")}</button>
        <button type="button" class="button primary" data-first data-sure="back" onClick={close}>{t("sure.back")}</button>
      </>}
    >
      <p>{text}</p>
    </Dialog>
  );
}

function Panels(host: Host & { again: () => void }) {
  return (
    <>
      <p>{t("admin.what")}</p>
      <p class="welcome-ways">
        <button type="button" class="button" data-again onClick={host.again}>{t("admin.again")}</button>
        <button type="button" class="button" data-out onClick={() => host.act("sign_out", {})}>{t("admin.out")}</button>
      </p>
      <Now {...host} />
      <Tables {...host} />
      <Visitors {...host} />
      <Names {...host} />
      <Bots {...host} />
    </>
  );
}

/* ---- parts of panels ---- */

function Panel({ name, title, children }: { name: string; title: Said; children: ComponentChildren }) {
  return (
    <section class="panel" aria-labelledby={`${name}-title`} data-panel={name}>
      <h2 id={`${name}-title`}>{t(title)}</h2>
      {children}
    </section>
  );
}

function Rows({ rows }: { rows: ComponentChildren[] }) {
  return rows.length ? <ul class="tables">{rows}</ul> : <p class="quiet">{t("admin.nothing")}</p>;
}

/* `about` tells this button from others that look like it. */
function RowButton({ name, about, go }: { name: Said; about: string; go: () => void }) {
  return <button type="button" class="button" aria-label={`${t(name)}: ${about}`} data-do={name} onClick={go}>{t(name)}</button>;
}

function Asked({ name, label, go, most, send }: { name: string; label: Said; go: Said; most: number; send: (text: string) => void }) {
  const [text, setText] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!text.trim())
      return;
    send(text.trim());
    setText("");
  };

  return (
    <form class="inline" onSubmit={submit}>
      <label class="field"><span>{t(label)}</span>
        <input name={name} value={text} maxLength={most} onInput={(e) => setText(e.currentTarget.value)} autocomplete="off" />
      </label>
      <button type="submit" class="button">{t(go)}</button>
    </form>
  );
}

/* ---- panels ---- */

function Now({ seen: { status }, act }: Host) {
  const { drained } = status;

  return (
    <Panel name="now" title="admin.now">
      <ul>
        <li>{t("admin.connections", { now: status.websockets })}</li>
        <li>{t("admin.memory", { waiting: status.waiting, playing: status.playing, over: status.over })}</li>
        <li>{t("admin.stored", { now: status.stored, most: status.limits.tables })}</li>
        <li data-drained={drained}>{t(drained ? "admin.refused" : "admin.allowed")}</li>
      </ul>
      <p><button type="button" class="button" data-drain onClick={() => act("drain", { on: !drained })}>{t(drained ? "admin.allow" : "admin.refuse")}</button></p>
      <Asked
        name="text" label="admin.announce" go="admin.announce.go" most={160}
        send={(text) => act("announce", { text }, ({ told }) => t("admin.told", { now: told } as Params))}
      />
    </Panel>
  );
}

function Tables({ seen: { tables }, act, sure }: Host) {
  return (
    <Panel name="tables" title="admin.tables">
      <Rows
        rows={tables.map(({ table, watchers, idle }) => (
          <li key={table.id} data-table={table.id}>
            <span class="tables-what">
              <strong>{table.id}</strong>
              <small>{t("admin.table", { game: gameName(table.game), status: t(`status.${table.status}`), moves: table.seq, watching: watchers, idle })}</small>
              <small>{list(table.seats.map(({ name }) => name || "—"))}</small>
            </span>
            <a class="button" href={`#/t/${table.id}`} aria-label={`${t("admin.watch")}: ${table.id}`}>{t("admin.watch")}</a>
            <RowButton name="admin.end" about={table.id} go={() => sure({ text: t("admin.end.sure", { id: table.id }), go: () => act("end", { table: table.id }) })} />
          </li>
        ))}
      />
    </Panel>
  );
}

function Visitors({ seen: { visitors, addresses }, act, sure }: Host) {
  const ban = (address: string): void => sure({ text: t("admin.ban.sure", { address }), go: () => act("ban", { address }) });

  return (
    <Panel name="visitors" title="admin.visitors">
      <Rows
        rows={visitors.map(({ address, websockets, watching }) => (
          <li key={address} data-address={address}>
            <span class="tables-what">{address}<small>{t("admin.visitor", { now: websockets, watching })}</small></span>
            {!addresses.includes(address) && <RowButton name="admin.ban" about={address} go={() => ban(address)} />}
          </li>
        ))}
      />
      <Asked name="address" label="admin.ban.label" go="admin.ban" most={47} send={ban} />
      <h3>{t("admin.bans")}</h3>
      <Rows
        rows={addresses.map((address) => (
          <li key={address} data-banned={address}><span class="tables-what">{address}</span><RowButton name="admin.unban" about={address} go={() => act("unban", { address })} /></li>
        ))}
      />
    </Panel>
  );
}

function Names({ seen: { names }, act }: Host) {
  return (
    <Panel name="names" title="admin.mutes">
      <Rows
        rows={names.map((name) => (
          <li key={name} data-muted={name}><span class="tables-what" dir="auto">{name}</span><RowButton name="admin.unmute" about={name} go={() => act("unmute", { name })} /></li>
        ))}
      />
      <Asked name="name" label="admin.mute.label" go="admin.mute" most={24} send={(name) => act("mute", { name })} />
    </Panel>
  );
}

function Bots({ seen: { bots } }: Host) {
  return (
    <Panel name="bots" title="admin.bots">
      <Rows rows={bots.map(({ name, online, playing }) => <li key={name}><span class="tables-what">{name}<small>{t(online ? "admin.bot.on" : "admin.bot.off", { now: playing })}</small></span></li>)} />
    </Panel>
  );
}
