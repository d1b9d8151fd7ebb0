/** What prices cost: the simulated tape's first and later quotes of every symbol, and charts nobody asked for before. */

import type { Interval } from '#core/market/bars.ts';
import { DAY_MS, dayOf } from '#market/calendar.ts';
import { createSimulatedMarket } from '#market/simulated/market.ts';
import { ALL_SYMBOLS, Tape } from '#market/simulated/tape.ts';
import { type Bench, median, type Row } from './report.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');

/** The middle of several runs in ms. */
function time(runs: number, work: (run: number) => void): number {
  return median(
    Array.from({ length: runs }, (_, run) => {
      const began = performance.now();
      work(run);
      return performance.now() - began;
    }),
  );
}

function quotes(tape: Tape, ms: number): void {
  for (const symbol of ALL_SYMBOLS) tape.tickAt(symbol, ms);
}

/** @param minutes length of a bar, 0 for whole days */
function bars(tape: Tape, minutes: number, days: number): void {
  for (let day = dayOf(NOON) - days + 1; day <= dayOf(NOON); day++) {
    const session = tape.calendar.session(day);
    if (session) tape.bars('AAPL', session, minutes, Math.min(NOON, (day + 1) * DAY_MS));
  }
}

/** A chart in a market that has made nothing yet: how long it takes, and how long at most nobody else gets a turn, ms. */
async function cold(interval: Interval, days: number): Promise<{ took: number; held: number }> {
  const market = createSimulatedMarket({ clock: () => NOON });
  const began = performance.now();
  let [turn, held, over] = [began, 0, false];
  const watch = () => {
    const now = performance.now();
    held = Math.max(held, now - turn);
    turn = now;
    if (!over) setImmediate(watch);
  };
  setImmediate(watch);
  await market.candles('AAPL', interval, (NOON - days * DAY_MS) / 1000, NOON / 1000);
  const took = performance.now() - began;
  over = true;
  held = Math.max(held, performance.now() - turn);
  market.stop();
  return { took, held };
}

async function coldRows(name: string, interval: Interval, days: number, target: number): Promise<Row[]> {
  const runs = [];
  for (let run = 0; run < 5; run++) runs.push(await cold(interval, days));
  return [
    row(`${name}, first read`, median(runs.map((r) => r.took)), target),
    row(`${name}, longest hold of the event loop`, median(runs.map((r) => r.held)), 25),
  ];
}

function row(name: string, ms: number, target: number): Row {
  return { name, figure: `${ms.toFixed(1)} ms`, target: `at most ${target} ms`, met: ms <= target };
}

export const tape: Bench = {
  name: 'tape',
  async run() {
    const warm = new Tape();
    quotes(warm, NOON);
    bars(warm, 0, 365);
    const all = ALL_SYMBOLS.length;
    return [
      row(
        `first quote of ${all} symbols`,
        time(3, () => quotes(new Tape(), NOON)),
        300,
      ),
      row(
        `next quote of ${all} symbols`,
        time(21, (run) => quotes(warm, NOON + 1000 * (run + 1))),
        5,
      ),
      row(
        'a year of days',
        time(5, () => bars(warm, 0, 365)),
        20,
      ),
      row(
        'five days of 5m bars',
        time(5, () => bars(warm, 5, 5)),
        50,
      ),
      ...(await coldRows('a day of 1m bars', '1m', 1, 25)),
      ...(await coldRows('60 days of 1h bars', '1h', 60, 100)),
      ...(await coldRows('five years of 1h bars', '1h', 1825, 1500)),
      ...(await coldRows('five years of 4h bars', '4h', 1825, 1000)),
    ];
  },
};
