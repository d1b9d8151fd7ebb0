/** Trades a second and their slowest hundredth with one, two and three processes, each without a proxy in between. */

import type { Effort } from './cases.ts';
import type { Cluster } from './cluster.ts';
import { type LoadResult, makeTraders, startLoad } from './load.ts';
import { type Findings, ms } from './table.ts';

export async function throughput({ servers }: Cluster, findings: Findings, effort: Effort): Promise<void> {
  for (let count = 1; count <= servers.length; count++) {
    const traders = await Promise.all(
      servers
        .slice(0, count)
        .map((server) => makeTraders(server.url, Math.ceil((2 * effort.traders) / count))),
    );
    const loads = traders.map(startLoad);
    // trades a second are counted over a time, not up to an event
    await Bun.sleep(effort.seconds * 1000);
    const results = await Promise.all(loads.map((load) => load.stop()));
    const sum = (of: (result: LoadResult) => number) => results.reduce((total, each) => total + of(each), 0);
    const rate = sum(({ trades, seconds }) => trades / seconds);
    const p99 = Math.max(...results.map((each) => each.p99));
    const outcome = `${Math.round(rate)} trades/s, p99 ${ms(p99)}`;
    findings.add(
      `${count} of 3 processes traded on, client on the same cores`,
      outcome,
      sum(({ failed }) => failed) === 0,
    );
  }
}
