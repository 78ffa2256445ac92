/* SPDX-License-Identifier: MIT
 * bench.mjs -- random games a second, WebAssembly under node against the native program: node tests/wasm/bench.mjs
 *
 * Both go through the contract: list, pick, apply checked. Rounds take turns, each figure is the best of its
 * rounds, by processor time. To compare compilers with like, point $KHEPRI at a build by clang with
 * --buildtype=release -Db_lto=true. It proves nothing and refuses nothing: it prints.
 */
import { importCore, mindBytes, mindPaths, native, netOf, program } from "./lib.mjs";

const rounds = Number(process.argv[2] ?? 7);
const slice = 200_000; /* microseconds */
const { Core } = await importCore();
const minds = await Promise.all(mindBytes.map((bytes) => Core.load(bytes)));
const [core] = minds;

/* Games a second of processor time. */
function measure(game, batch, seed) {
  const begin = process.cpuUsage();
  let games = 0;
  let spent = 0;

  while (spent < slice) {
    game.playouts(batch, seed + BigInt(games));
    games += batch;
    const { user, system } = process.cpuUsage(begin);
    spent = user + system;
  }
  return games / spent * 1e6;
}

let machine = "";
console.log(`${mindPaths[0]}\n${program}\n`);
console.log("game     players   native games/s   wasm games/s   ratio");
for (const [name, counts, batch] of [["ra", [2, 3, 4, 5], 200], ["amun_re", [3, 4, 5], 50]]) {
  const best = counts.map(() => [0, 0]);
  const games = [];

  for (const players of counts)
    games.push(await core.begin(name, players, {}));
  games.forEach((game) => game.playouts(5 * batch, 0n)); /* until it is compiled for good */
  for (let round = 0; round < rounds; round++) {
    const said = JSON.parse(native(["bench", "--json", "--tenths", "2", "--rounds", "1", name]));

    machine = `${said.processor}, native by ${said.compiler.trim()}, ${said.flags.trim()}`;
    counts.forEach((players, i) => {
      best[i][0] = Math.max(best[i][0], said.players[players].games_per_s);
      best[i][1] = Math.max(best[i][1], measure(games[i], batch, BigInt(round) << 32n));
    });
  }
  counts.forEach((players, i) => {
    const [a, b] = best[i];

    console.log(`${name.padEnd(8)} ${String(players).padStart(7)} ${a.toFixed(0).padStart(16)} ${b.toFixed(0).padStart(14)} ${(b / a).toFixed(2).padStart(7)}`);
  });
}

/* What a decision of the bots that ask nets costs, by processor time: mean over whole games, the first two for the compiler. */
for (const [i, module] of minds.entries()) {
  for (let players = 2; players <= 5; players++) {
    let decisions = 0;
    let spent = 0;

    for (let number = 0; number < 12; number++) {
      const game = await module.begin("ra", players, {});

      game.net(netOf(players));
      const begin = process.cpuUsage();
      game.simulate("bench", Array(players).fill("hard"), number);
      const { user, system } = process.cpuUsage(begin);
      spent += number < 2 ? 0 : user + system;
      decisions += number < 2 ? 0 : game.actions().filter((action) => !/^(deal|tile):/.test(action)).length;
    }
    console.log(`hard, Ra, ${players} players, ${mindPaths[i].split("/").at(-1)}: ${(spent / decisions / 1000).toFixed(3)} ms a decision (${decisions} decisions)`);
  }
}
console.log(`\n${machine}; node ${process.version}`);
