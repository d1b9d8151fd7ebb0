/** What prices cost: the simulated tape's first and later quotes of every symbol, and a chart's worth of bars. */
import { DAY_MS, dayOf } from '#market/calendar.ts';
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
    ];
  },
};
