/* SPDX-License-Identifier: MIT
 * record.tsx -- a record file, checked and shown by the server, stepped through here.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, explain } from "./api";
import { gameName, useModule } from "./games";
import { homely } from "./home";
import { t } from "./i18n";
import { opened, reopenRecord, type Opened } from "./opened";
import { Play } from "./play";
import { topic } from "./app";
import { hold } from "./settings";
import { useStore } from "./store";
import type { Seat, View } from "./types";
import { Art, warn } from "./ui";

const hash = (n: number | null): string => (n === null ? "#/record" : `#/record/at/${n}`);

export function RecordPage({ at }: { at: number | null }) {
  const record = useStore(opened);
  const [view, setView] = useState<View | null>(null);
  const [error, setError] = useState("");
  const cache = useRef(new Map<number, View>());
  const before = useRef<View | null>(null);

  useEffect(() => {
    reopenRecord().catch((e) => setError(explain(e)));
  }, []);
  useEffect(() => {
    if (!record)
      return;
    let wanted = true;
    const n = at ?? record.steps.length;
    const known = n >= record.steps.length ? record.end : cache.current.get(n);
    const put = (next: View): void => {
      cache.current.set(n, next);
      if (wanted)
        setView((old) => {
          before.current = old && old.seq === next.seq - 1 ? old : null;
          return next;
        });
    };
    if (known)
      put(known);
    else
      api.replay(record.record, n, false).then((said) => put(said.view), (e) => wanted && setError(explain(e)));
    return () => {
      wanted = false;
    };
  }, [record, at]);

  /* The game of the record becomes one of this page. A second press does not make a second one. */
  const busy = useRef(false);
  const keep = async (one: Opened): Promise<void> => {
    if (busy.current)
      return;
    busy.current = true;
    try {
      const made = await api.keep(one.record);
      hold(made.table.id, made.tokens);
      location.hash = `#/t/${made.table.id}`;
    } catch (e) {
      setError(explain(e));
      warn(explain(e));
    }
    busy.current = false;
  };
  const game = record?.end.state.game ?? null;
  const { module } = useModule(game);
  useEffect(() => {
    if (game)
      topic.set(game);
  }, [game]);

  return (
    <main id="main" class="page table" tabIndex={-1}>
      <h1 class="table-title"><Art name="scarab" /> {t("record.title")}
        {record && <small>{gameName(record.end.state.game)}</small>}
        {record && <small>{t(record.end.state.result ? "record.finished" : "record.unfinished")}</small>}
      </h1>
      {error && <p class="trouble">{error}</p>}
      {record && homely && (
        <p class="record-tools">
          <button type="button" class="button" data-keep onClick={() => void keep(record)}>
            {t(record.end.state.result ? "record.keep.over" : "record.keep")}
          </button>
        </p>
      )}
      {!record && !error && <p>{t("record.none")} <a href="#/">{t("app.home")}</a></p>}
      {record && view && module && (
        <Play
          game={module} view={view} before={before.current} steps={record.steps} newest={record.steps.length} players={record.players}
          seats={record.players.map((name): Seat => ({ kind: "person", name }))} mine={[]} past={view.seq < record.steps.length}
          sending={false} error="" live={false}
          hash={hash} act={() => undefined} attempt={() => Promise.resolve(view)} reading={() => undefined} record={null} file={record.record} shared={false}
          hint={null} analysis={homely ? () => api.analyse(record.record) : null}
        />
      )}
    </main>
  );
}
