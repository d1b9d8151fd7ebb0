/** `npm run bench`: every figure with the yardstick it was measured against. `npm run bench -- NAME ...` runs some. */
import { build } from '#framework/build/build.ts';
import { board } from './board.ts';
import { bundle } from './bundle.ts';
import { fanout } from './fanout.ts';
import { leaderboard } from './leaderboard.ts';
import { orders } from './orders.ts';
import { chart } from './pages/chart.ts';
import { presses } from './pages/presses.ts';
import { views } from './pages/views.ts';
import { weight } from './pages/weight.ts';
import { print } from './report.ts';
import { standings } from './standings.ts';
import { start } from './start.ts';
import { tape } from './tape.ts';
import { trades } from './trades.ts';

const ALL = [
  start,
  tape,
  leaderboard,
  trades,
  orders,
  fanout,
  board,
  standings,
  bundle,
  weight,
  chart,
  presses,
  views,
];

const filters = process.argv.slice(2);
const unknown = filters.filter((name) => !ALL.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. There are: ${ALL.map((bench) => bench.name).join(', ')}.`,
  );
  process.exit(2);
}
await build();
let misses = 0;
for (const bench of ALL) {
  if (filters.length > 0 && !filters.includes(bench.name)) continue;
  const rows = await bench.run();
  print(rows);
  misses += rows.filter((row) => !row.met).length;
}
console.log(misses === 0 ? 'All targets met.' : `${misses} missed.`);
process.exit(0);
