/** `npm run bench`: measures the figures in docs/performance.md. `npm run bench -- NAME ...` measures some. */
import { build } from '#framework/build/build.ts';
import { announcement } from './announcement.ts';
import { bundle } from './bundle.ts';
import { charts } from './charts.ts';
import { games } from './games.ts';
import { numbers } from './numbers.ts';
import { orders } from './orders.ts';
import { people } from './people.ts';
import { presses } from './presses.ts';
import { print } from './report.ts';
import { start } from './start.ts';
import { trades } from './trades.ts';
import { views } from './views.ts';

const ALL = [start, trades, orders, bundle, people, numbers, announcement, games, presses, charts, views];

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
