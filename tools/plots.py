#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plots.py -- draws what khepri measured, as SVG that needs nothing else.

  plots.py curve OUT.svg CURVE.json...       learning: the share of games won against rule, and the cross entropy
  plots.py tiles OUT.svg SURVEY.json         khepri survey --json: one tile more, by epoch
  plots.py suns OUT.svg SURVEY.json          khepri survey --json: a sun that can still be bid, by epoch
  plots.py soak OUT.svg SOAK.csv             bench/soak.py: what a server uses, hour by hour
  plots.py --self-test
"""
import csv
import json
import sys
from xml.sax.saxutils import escape

INKS = ("#1f6f8b", "#b5532a", "#5b7f2b", "#7a4b94")
STYLE = ("<style>text{font:13px system-ui,sans-serif;fill:#333}.axis{stroke:#999}.faint{stroke:#ddd}"
         "@media(prefers-color-scheme:dark){text{fill:#ddd}.faint{stroke:#444}}</style>")


def svg(width, height, title, body):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">'
            f"<title>{escape(title)}</title>{STYLE}{''.join(body)}</svg>\n")


def text(x, y, words, anchor="start"):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1, y1, x2, y2, kind):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def legend(names):
    return [f'<rect x="{60 + 150 * i}" y="8" width="12" height="12" fill="{INKS[i]}"/>' + text(78 + 150 * i, 19, name)
            for i, name in enumerate(names)]


def curve(curves):
    """Two panels, one above the other; a colour and a dash for each number of players."""
    body = legend([f"{c['players']} players" for c in curves])
    for panel, (key, words, low, high) in enumerate((("win_share", "games won against rule", 0, 1),
                                                     ("cross_entropy", "cross entropy", 0, 1.7))):
        top, bottom = 50 + 230 * panel, 230 + 230 * panel
        body.append(text(60, top - 8, words))
        for i in range(5):
            level = low + (high - low) * i / 4
            y = bottom - (bottom - top) * i / 4
            body += [line(60, y, 620, y, "faint"), text(54, y + 4, f"{level:.0%}" if high == 1 else f"{level:.2f}", "end")]
        for i, c in enumerate(curves):
            points = " ".join(f"{60 + 560 * p['games'] / c['games']:.1f},{bottom - (bottom - top) * min(p[key], high) / high:.1f}"
                              for p in c["points"])
            body.append(f'<polyline points="{points}" fill="none" stroke="{INKS[i]}" stroke-width="2" stroke-dasharray="{(0, 6, 2, 10)[i]}"/>')
    body.append(text(340, 490, "share of the games learned from: " + ", ".join(f"{c['games']:,}" for c in curves), "middle"))
    return svg(640, 500, "Learning curves", body)


def bars(rows, name, title):
    """For each name three bars, one an epoch, with their intervals of 95 %."""
    names = list(dict.fromkeys(r[name] for r in rows))
    low = min(0, min(r["value"]["mean"] - r["value"]["interval"] for r in rows))
    high = max(r["value"]["mean"] + r["value"]["interval"] for r in rows)
    left, height = 150, 50 + 42 * len(names)

    def x(value):
        return left + 450 * (value - low) / (high - low)

    body = legend(["epoch 1", "epoch 2", "epoch 3"]) + [line(x(0), 34, x(0), height, "axis")]
    for i, which in enumerate(names):
        top = 40 + 42 * i
        body.append(text(left - 8, top + 22, str(which), "end"))
        for r in (r for r in rows if r[name] == which and r["value"]["count"] > 1):
            y, mean, within = top + 12 * (r["epoch"] - 1), r["value"]["mean"], r["value"]["interval"]
            body.append(f'<rect x="{min(x(0), x(mean)):.1f}" y="{y}" width="{abs(x(mean) - x(0)):.1f}" height="10" fill="{INKS[r["epoch"] - 1]}"/>')
            body.append(line(x(mean - within), y + 5, x(mean + within), y + 5, "axis"))
            body.append(text(x(max(mean, mean + within)) + 4, y + 9, f"{mean:+.1%}"))
    return svg(660, height + 10, title, body)


SOAK = (("resident", "MiB resident", 1 << 20), ("heap", "MiB allocated", 1 << 20), ("files", "open files", 1), ("threads", "threads", 1),
        ("wal", "MiB of the write-ahead log", 1 << 20), ("data", "MiB of the file, which grows with each action", 1 << 20))


def soak(rows):
    """A panel for each quantity, from zero, over the hours."""
    body, most_hours = [], max(float(rows[-1]["seconds"]) / 3600, 1e-6)
    for panel, (name, words, unit) in enumerate(SOAK):
        top, bottom = 30 + 110 * panel, 100 + 110 * panel
        values = [float(row[name]) / unit for row in rows]
        high = max(*values, 1e-9)
        body.append(text(60, top - 8, words))
        for share in (0, 0.5, 1):
            y = bottom - (bottom - top) * share
            body += [line(60, y, 620, y, "faint"), text(54, y + 4, f"{high * share:.3g}", "end")]
        points = " ".join(f"{60 + 560 * float(row['seconds']) / 3600 / most_hours:.1f},{bottom - (bottom - top) * value / high:.1f}"
                          for row, value in zip(rows, values))
        body.append(f'<polyline points="{points}" fill="none" stroke="{INKS[panel % len(INKS)]}" stroke-width="1.5"/>')
    height = 110 * len(SOAK) + 30
    body.append(text(340, height - 8, f"{most_hours:.2f} hours", "middle"))
    return svg(640, height, "A server over hours", body)


def self_test():
    value = {"mean": 0.1, "interval": 0.01, "spread": 0.1, "count": 9}
    drawn = bars([{"tile": "a <god>", "epoch": e, "value": value} for e in (1, 2, 3)], "tile", "t")
    assert drawn.count("+10.0%") == 3 and "a &lt;god&gt;" in drawn, drawn
    points = [{"games": 5, "cross_entropy": 1.0, "win_share": 0.5}, {"games": 10, "cross_entropy": 0.9, "win_share": 0.6}]
    assert curve([{"players": 3, "games": 10, "points": points}]).count("<polyline") == 2
    rows = [{"seconds": str(60 * i), **{name: str(5 * i) for name, _, _ in SOAK}} for i in range(4)]
    assert soak(rows).count("<polyline") == len(SOAK) and "620.0,30.0" in soak(rows)
    print("plots: self-test ok")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:] == ["--help"]:
        return print(__doc__)
    if len(sys.argv) < 4 or sys.argv[1] not in ("curve", "tiles", "suns", "soak"):
        sys.exit(__doc__)
    told = []
    for path in sys.argv[3:]:
        with open(path, newline="", encoding="utf-8") as file:
            told.append(list(csv.DictReader(file)) if sys.argv[1] == "soak" else json.load(file))
    if sys.argv[1] == "curve":
        drawn = curve(told)
    elif sys.argv[1] == "soak":
        drawn = soak(told[0])
    elif sys.argv[1] == "tiles":
        drawn = bars(told[0]["tiles"], "tile", f"One tile more, {told[0]['players']} players: chance to win")
    else:
        drawn = bars(told[0]["suns"], "sun", f"A sun that can still be bid, {told[0]['players']} players: chance to win")
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write(drawn)


if __name__ == "__main__":
    main()
