/** The ranking pass in memory: every account valued and put in order, by the number of traders. */
import { join } from 'node:path';
import type { BoardCost } from './board-size.ts';
import type { Bench } from './report.ts';

const MB = 1_000_000;
const TARGETS = [
  { traders: 10_000, passMs: 3, megabytes: Number.POSITIVE_INFINITY },
  { traders: 100_000, passMs: 20, megabytes: 30 },
  { traders: 1_000_000, passMs: 250, megabytes: 250 },
];

async function costOf(traders: number): Promise<BoardCost> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'board-size.ts'), String(traders)], {
    stdin: 'ignore',
    stderr: 'inherit',
  });
  return JSON.parse(await new Response(child.stdout).text());
}

export const board: Bench = {
  name: 'board',
  async run() {
    const rows = [];
    for (const { traders, passMs, megabytes } of TARGETS) {
      const cost = await costOf(traders);
      const used = cost.bytes / MB;
      const room = Number.isFinite(megabytes) ? `, memory at most ${megabytes} MB` : '';
      rows.push({
        name: `board of ${traders.toLocaleString('en')} traders, three positions each`,
        figure: `pass ${cost.passMs.toFixed(1)} ms, longest step ${cost.stepMs.toFixed(1)} ms, memory ${Math.round(used)} MB`,
        target: `pass at most ${passMs} ms${room}`,
        met: cost.passMs <= passMs && used <= megabytes,
      });
    }
    return rows;
  },
};
