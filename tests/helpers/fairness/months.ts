/**
 * Plain strategies over a month, each tried on many seeds: the gain as a share of the money at the start, daily gains
 * added up.
 */
import { DAY_MS } from '#market/calendar.ts';
import { COMPANIES } from '#market/simulated/companies.ts';
import type { Tape } from '#market/simulated/tape.ts';

/** Sessions that a strategy may look back on, and sessions that it trades in. */
const LOOK_BACK = 10;
const MONTH = 30;
const GROUP = 8;

/** Closes by company, as the catalogue lists them, and session. */
type Closes = readonly (readonly number[])[];

const sorted = (of: (n: number) => number) => COMPANIES.map((_, n) => n).sort((a, b) => of(b) - of(a));
const wildest = sorted((n) => COMPANIES[n]!.vol);
const mean = (x: readonly number[]) => x.reduce((sum, v) => sum + v, 0) / x.length;
const ratio = (closes: readonly number[], from: number, to: number) => closes[to]! / closes[from]!;

/** Buys equal amounts and holds them for the month. */
const hold = (group: readonly number[]) => (closes: Closes) =>
  mean(group.map((n) => ratio(closes[n]!, LOOK_BACK, LOOK_BACK + MONTH) - 1));

/** Each day holds equal amounts of the companies that rose, or fell, most over the last `days`. */
const follow = (days: number, side: 1 | -1) => (closes: Closes) => {
  let gain = 0;
  for (let day = LOOK_BACK; day < LOOK_BACK + MONTH; day++) {
    const group = sorted((n) => side * ratio(closes[n]!, day - days, day)).slice(0, GROUP);
    gain += mean(group.map((n) => ratio(closes[n]!, day, day + 1) - 1));
  }
  return gain;
};

/** Holds the most volatile companies on each day after one on which all together rose, or fell. */
const afterDay = (side: 1 | -1) => (closes: Closes) => {
  let gain = 0;
  for (let day = LOOK_BACK; day < LOOK_BACK + MONTH; day++) {
    if (side * mean(closes.map((all) => ratio(all, day - 1, day) - 1)) <= 0) continue;
    gain += mean(wildest.slice(0, GROUP).map((n) => ratio(closes[n]!, day, day + 1) - 1));
  }
  return gain;
};

const STRATEGIES: Record<string, (closes: Closes) => number> = {
  'the wildest company, held': hold(wildest.slice(0, 1)),
  'the eight wildest, held': hold(wildest.slice(0, GROUP)),
  'the eight wildest, sold short': (closes) => -hold(wildest.slice(0, GROUP))(closes),
  'the eight of the highest beta, held': hold(sorted((n) => COMPANIES[n]!.beta).slice(0, GROUP)),
  'the eight calmest, held': hold(wildest.slice(-GROUP)),
  'all companies, held': hold(wildest),
  'momentum: the eight best of yesterday': follow(1, 1),
  'momentum: the eight best of a week': follow(7, 1),
  'reversal: the eight worst of yesterday': follow(1, -1),
  'reversal: the eight worst of a week': follow(7, -1),
  'the eight wildest after a day that rose': afterDay(1),
  'the eight wildest after a day that fell': afterDay(-1),
};

export type MonthResult = { name: string; mean: number; standardError: number };

/**
 * Tries every strategy on each seed.
 * @param firstDay the seed's; the month begins LOOK_BACK sessions later
 * @param seeds each is in effect from `firstDay` on
 */
export function tryMonths(tape: Tape, firstDay: number, seeds: readonly Uint8Array[]): MonthResult[] {
  const gains = new Map<string, number[]>(Object.keys(STRATEGIES).map((name) => [name, []]));
  for (const seed of seeds) {
    tape.setSeedPeriods([{ effectiveFrom: firstDay * DAY_MS, seed }]);
    const sessions: number[] = [];
    for (let day = firstDay; sessions.length <= LOOK_BACK + MONTH; day++) {
      const session = tape.calendar.session(day);
      if (session) sessions.push(session.openMs);
    }
    const closes = COMPANIES.map(({ symbol }) =>
      sessions.map((openMs) => tape.previousClose(symbol, openMs)),
    );
    for (const [name, all] of gains) all.push(STRATEGIES[name]!(closes));
  }
  return [...gains].map(([name, all]) => {
    const average = mean(all);
    const variance = mean(all.map((gain) => (gain - average) ** 2)) / (all.length - 1);
    return { name, mean: average, standardError: Math.sqrt(variance) };
  });
}
