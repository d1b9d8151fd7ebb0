/** When things happened, and what orders reserve, from link to link: docs/rules/14-season-bundle.md 17. */
import { pointed, whole } from './amounts.ts';
import type { EventLine, FillLine, LinkLine, ReadBundle } from './lines.ts';
import type { Report } from './report.ts';

/** The clocks of two processes are never further apart, and what was decided is in the database within this, ms. */
const CLOCKS = 30_000;
const LATE = 60_000;

type Purse = { cash: bigint; most: bigint; last: number; holds: Map<string, bigint> };

export function checkTimes({ lines, record }: ReadBundle, report: Report): void {
  const { startCash, startedAt, endedAt, format, market } = lines.season[0]!;
  const isSimulated = market === 'simulated';
  const traders = new Map(lines.trader.map((trader) => [trader.id, trader]));
  const purses = new Map<number, Purse>();
  const find = (
    what: 'time' | 'hold',
    { kind, id, line, trader }: FillLine | EventLine,
    is: string,
    should: string,
  ) =>
    report.find(
      'chain',
      what,
      { kind: kind as 'fill' | 'event', id: `${id}`, line },
      {
        trader: traders.get(trader)?.name ?? null,
        is,
        should,
      },
    );
  const purseOf = (trader: number): Purse => {
    const cash = whole(startCash, 2);
    const purse = purses.get(trader) ?? { cash, most: cash, last: 0, holds: new Map() };
    purses.set(trader, purse);
    return purse;
  };
  let decided: [row: FillLine | EventLine, at: number][] = [];
  let lastDecidedAt = Number.NEGATIVE_INFINITY;

  function addFill(row: FillLine): void {
    const { filledAt } = row;
    const purse = purseOf(row.trader);
    const isRunning = filledAt >= startedAt - CLOCKS && filledAt <= endedAt + CLOCKS;
    if (!isRunning && !traders.get(row.trader)?.isAdmin)
      find('time', row, time(filledAt), `${time(startedAt)}–${time(endedAt)}`);
    if (isSimulated && filledAt < purse.last - CLOCKS)
      find('time', row, time(filledAt), `≥ ${time(purse.last)}`);
    purse.last = Math.max(purse.last, filledAt);
    purse.cash += whole(row.cash, 2);
    if (purse.cash > purse.most) purse.most = purse.cash;
    if (row.order === null) decided.push([row, filledAt]);
  }

  function addEvent(row: EventLine): void {
    purseOf(row.trader).holds.set(row.order, row.finalAt === null ? whole(row.hold, 2) : 0n);
    if (isSimulated && ['placed', 'replaced', 'joined'].includes(row.change)) decided.push([row, row.at]);
  }

  function addLink(link: LinkLine): void {
    const { at } = link;
    const place = { kind: 'link', id: `${link.seq}`, line: link.line } as const;
    if (at > endedAt + CLOCKS || (format >= 3 && at < lastDecidedAt))
      report.find('chain', 'time', place, {
        is: time(at),
        should: `${time(lastDecidedAt)}–${time(endedAt)}`,
      });
    for (const [row, when] of format >= 3 ? decided : [])
      if (when > at + LATE || when < lastDecidedAt - LATE)
        find('time', row, time(when), `${time(lastDecidedAt)}–${time(at)}`);
    for (const [trader, purse] of purses) {
      let held = 0n;
      for (const hold of purse.holds.values()) held += hold;
      if (held > purse.most)
        report.find('chain', 'hold', place, {
          trader: traders.get(trader)?.name ?? null,
          is: pointed(held, 2),
          should: `≤ ${pointed(purse.most, 2)}`,
        });
      purse.most = purse.cash;
    }
    decided = [];
    lastDecidedAt = at;
  }

  for (const row of record) {
    if (row.kind === 'fill') addFill(row as FillLine);
    else if (row.kind === 'event') addEvent(row as EventLine);
    else if (row.kind === 'link') addLink(row as LinkLine);
  }
}

const time = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : '');
