/**
 * The organizer's numbers by day in the contest's zone. Figures of past days are stored once for all processes;
 * today's are read on request.
 */
import { addDays, dayRange, listDays, zonedDay } from '#core/locale/zone.ts';
import {
  COMPUTED,
  COUNTED,
  FIGURES,
  type NumberName,
  type NumbersOfDay,
  totalOf,
} from '#core/numbers/figures.ts';
import type { Sql } from '#db/client.ts';
import * as rows from '#db/queries/numbers.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Settings } from '../platform/settings.ts';
import type { Counts } from './counts.ts';

/** Most past days to store after an outage, and to read for the seasons. */
const MOST_DAYS = 400;

type Day = { day: string; figures: NumbersOfDay };
type SeasonSums = { number: number; figures: NumbersOfDay };

type Deps = {
  sql: Sql;
  clock: Clock;
  log: Pick<Log, 'warn'>;
  settings: Pick<Settings, 'contestZone'>;
  counts: Counts;
};

function createClosing({ sql, clock, settings: { contestZone: zone } }: Omit<Deps, 'counts' | 'log'>) {
  /** All days up to this one are stored, as far as this process knows; '' when it knows none. */
  let closedTo = '';

  /** Computes and stores a day, unless another process has done so. */
  async function closeDay(day: string): Promise<void> {
    await sql.begin(async (tx) => {
      if (!(await rows.claimDay(tx, day))) return;
      const figures: rows.PartNumbers = {};
      for (const read of rows.PARTS)
        Object.assign(figures, await read(tx, { ...rangeOf(day, zone), isNewest: false }));
      await rows.addCounts(
        tx,
        Object.entries(figures).map(([event, n]) => ({ day, event, n })),
      );
    });
  }

  return async function closeDays(): Promise<void> {
    const last = addDays(zonedDay(clock.now(), zone), -1);
    if (closedTo === last) return;
    const firstAt = await rows.firstAccountAt(sql);
    if (!firstAt) return;
    await rows.summarize(sql);
    const earliest = addDays(last, 1 - MOST_DAYS);
    const first = zonedDay(firstAt.getTime(), zone);
    const start = latest(first, earliest);
    const closed = await rows.readClosedDays(sql, start);
    for (const day of listDays(start, last)) if (!closed.has(day)) await closeDay(day);
    closedTo = last;
  };
}

const latest = (...days: string[]): string => days.toSorted().at(-1)!;

function rangeOf(day: string, zone: string) {
  const { from, to } = dayRange(day, zone);
  return { from: new Date(from), to: new Date(to) };
}

export function createNumbers(deps: Deps) {
  const { sql, clock, log, settings, counts } = deps;
  const zone = settings.contestZone;
  const today = () => zonedDay(clock.now(), zone);

  /** Returns today's figures; omits a part that cannot be read. */
  async function readToday(day: string): Promise<rows.PartNumbers> {
    const parts = await Promise.all(
      rows.PARTS.map((read) =>
        read(sql, { ...rangeOf(day, zone), isNewest: true }).catch((err: unknown) => {
          log.warn({ err }, 'a part of the numbers could not be read');
          return {};
        }),
      ),
    );
    return Object.assign({}, ...parts);
  }

  /** Returns the days from `first` to today, newest last. A figure that cannot be read is null. */
  async function readDays(first: string): Promise<Day[]> {
    const now = today();
    await counts.flush();
    const [stored, live] = await Promise.all([
      rows.readCounts(sql, first).catch((err: unknown) => {
        log.warn({ err }, 'the stored numbers could not be read');
        return null;
      }),
      readToday(now),
    ]);
    const byDay = new Map<string, Map<string, number>>();
    for (const { day, event, n } of stored ?? []) {
      const events = byDay.get(day) ?? new Map();
      byDay.set(day, events.set(event, n));
    }
    return listDays(first, now).map((day) => {
      const events = byDay.get(day);
      const counted = COUNTED.map((figure) => [figure, stored && (events?.get(figure) ?? 0)]);
      const computed = COMPUTED.map((figure) => [
        figure,
        (day === now ? live[figure] : events?.get(figure)) ?? null,
      ]);
      return { day, figures: Object.fromEntries([...counted, ...computed]) as NumbersOfDay };
    });
  }

  return {
    zone,
    closeDays: createClosing(deps),

    /** Returns the last `count` days, newest last. */
    last: (count: number): Promise<Day[]> => readDays(addDays(today(), 1 - count)),

    /** Returns the last `count` days, and the sums of the two newest seasons, which may have begun earlier. */
    async read(count: number): Promise<{ days: Day[]; seasons: SeasonSums[] }> {
      const first = addDays(today(), 1 - count);
      const seasons = await rows.newestSeasons(sql).catch((err: unknown) => {
        log.warn({ err }, 'the seasons of the numbers could not be read');
        return [];
      });
      const spans = seasons.map(({ number, startedAt, endedAt }) => ({
        number,
        from: zonedDay(startedAt.getTime(), zone),
        to: zonedDay(endedAt?.getTime() ?? clock.now(), zone),
      }));
      const earliest = addDays(today(), 1 - MOST_DAYS);
      const oldest = [first, ...spans.map(({ from }) => from)].toSorted()[0]!;
      const days = await readDays(latest(oldest, earliest));
      return {
        days: days.filter(({ day }) => day >= first),
        seasons: spans.map(({ number, from, to }) => {
          const inside = days.filter(({ day }) => day >= from && day <= to).map(({ figures }) => figures);
          return { number, figures: sums(inside) };
        }),
      };
    },
  };
}

export const sums = (days: readonly NumbersOfDay[]): NumbersOfDay =>
  Object.fromEntries(FIGURES.map((figure: NumberName) => [figure, totalOf(days, figure)])) as NumbersOfDay;
