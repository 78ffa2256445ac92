/* SPDX-License-Identifier: MIT
 * graph.tsx -- the chances to win over a game, a line for each seat with a shape and a stroke of its own. It is also the
 * slider that goes through the game: by the arrow keys, or by pointing.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isolated, say, share } from "../i18n";
import { Mark } from "./parts";
import type { Analysis } from "./types";

interface Props {
  analysis: Analysis;
  names: string[];
  at: number;
  go: (n: number) => void;
}

const edge = { left: 34, right: 26, top: 10, bottom: 20 };

/* As wide and high as there is room, so that strokes and letters keep their size. */
function useRoom(): [(e: HTMLElement | null) => void, number, number] {
  const [[width, height], setRoom] = useState([600, 220]);
  const box = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const e = box.current;
    if (!e)
      return;
    const measure = (): void => {
      const room: [number, number] = [Math.max(240, Math.round(e.clientWidth)), e.clientHeight];
      setRoom((old) => (old.join() === room.join() ? old : room));
    };
    const watch = new ResizeObserver(measure);
    measure();
    watch.observe(e);
    return () => watch.disconnect();
  }, []);
  return [(e) => (box.current = e), width, height];
}

export function Graph({ analysis, names, at, go }: Props) {
  const { moments } = analysis;
  const [box, width, height] = useRoom();
  const last = moments.length - 1;
  const x = (n: number): number => edge.left + (n / Math.max(1, last)) * (width - edge.left - edge.right);
  const y = (win: number): number => edge.top + (1 - win) * (height - edge.top - edge.bottom);
  const marks = [...new Set([0, 1, 2, 3, 4, 5, 6].map((i) => Math.round((i * last) / 6)))];
  const far = Math.max(1, Math.round(last / 10));
  const keys: Record<string, number> = {
    ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, PageDown: at - far, PageUp: at + far, Home: 0, End: last,
  };
  const press = (event: KeyboardEvent): void => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    go(keys[event.key]!);
  };
  const point = (event: PointerEvent): void => {
    const e = event.currentTarget as HTMLElement;
    if (event.type === "pointermove" && event.buttons === 0)
      return;
    const n = Math.round(((event.clientX - e.getBoundingClientRect().left - edge.left) / (width - edge.left - edge.right)) * last);
    if (Math.max(0, Math.min(last, n)) !== at)
      go(n);
  };
  const said = [say("analysis.moment", { n: at }), ...moments[at]!.win.map((win, i) => `${isolated(names[i] ?? "")} ${share(win)}`)].join(say("comma"));

  return (
    <div
      ref={box} class="graph" role="slider" tabIndex={0} aria-label={say("analysis.graph")} aria-valuemin={0} aria-valuemax={last} aria-valuenow={at} aria-valuetext={said}
      data-graph={at} onKeyDown={press} onPointerDown={point} onPointerMove={point}
    >
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        {[0, 0.25, 0.5, 0.75, 1].map((win) => (
          <g key={win}>
            <path class="grid" d={`M${edge.left} ${y(win)}H${width - edge.right}`} />
            <text class="grid-text" x={edge.left - 5} y={y(win)} dy=".35em" text-anchor="end">{win * 100}</text>
          </g>
        ))}
        {marks.map((n) => <text key={n} class="grid-text" x={x(n)} y={height - 4} text-anchor="middle">{n}</text>)}
        {names.map((name, seat) => (
          <g key={seat}>
            <path class={`chance seat-line-${seat}`} d={moments.map(({ win }, n) => `${n === 0 ? "M" : "L"}${x(n).toFixed(1)} ${y(win[seat] ?? 0).toFixed(1)}`).join("")} />
            {marks.slice(1, -1).map((n) => <Mark key={n} seat={seat} x={x(n)} y={y(moments[n]!.win[seat] ?? 0)} />)}
            <title>{name}</title>
          </g>
        ))}
        <path class="cursor" d={`M${x(at)} ${edge.top}V${height - edge.bottom}`} />
        {moments[at]!.win.map((win, seat) => <Mark key={seat} seat={seat} x={x(at)} y={y(win)} />)}
      </svg>
    </div>
  );
}
