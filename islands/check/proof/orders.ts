/** Waiting orders along the tape: none passed over, none filled early. docs/rules/14-season-bundle.md 22 and 23. */
import { pointed, ratio, whole } from './amounts.ts';
import type { BundleLines, EventLine, FillLine } from './lines.ts';
import { checkFamilies, checkLog, type FindTerm, sharesAt } from './logs.ts';
import { type Prices, wholePrice } from './prices.ts';
import type { Difference, Report } from './report.ts';

/** When the tape first fires an order, at which price (1/10,000 $), and what that makes of it. */
type Firing = { at: number; price: number; change: 'filled' | 'triggered' };

const FOLLOWS = ['oco', 'position_closed', 'parent', 'forced_cover'];

/** @param held what was open before the fill of that id */
export function checkWaiting(
  lines: BundleLines,
  prices: Prices | null,
  held: ReadonlyMap<number, bigint>,
  report: Report,
): void {
  const names = new Map(lines.trader.map(({ id, name }) => [id, name]));
  const find = (what: Difference, row: EventLine | FillLine, is: string, should = '', at?: number) =>
    report.find(
      'fills',
      what,
      { kind: 'change' in row ? 'event' : 'fill', id: `${row.id}`, line: row.line },
      {
        trader: names.get(row.trader) ?? null,
        symbol: row.symbol,
        is,
        should,
        at: at ?? ('filledAt' in row ? row.filledAt : row.at),
      },
    );
  const fills = new Map(lines.fill.map((fill) => [fill.id, fill]));
  checkNames(lines, fills, held, find);
  const findTerm: FindTerm = (event, is, should) => find('terms', event, is, should);
  const hours = prices && lines.season[0]!.hours;
  checkFamilies(lines, fills, findTerm);
  for (const log of Map.groupBy(lines.event, ({ order }) => order).values()) {
    const last = log.at(-1)!;
    if (last.finalAt === null) find('open', last, last.status);
    checkLog(log, hours, fills, findTerm);
    if (prices)
      for (const [n, event] of log.entries())
        checkEvent(event, log[n + 1], { prices, fills, find, end: lines.season[0]!.endedAt });
    report.tell();
  }
}

type Find = (what: Difference, row: EventLine | FillLine, is: string, should?: string, at?: number) => void;

/** Each fill of an order is named by one event of it, is of its symbol and action, and of its size. */
function checkNames(
  lines: BundleLines,
  fills: ReadonlyMap<number, FillLine>,
  held: ReadonlyMap<number, bigint>,
  find: Find,
): void {
  const naming = new Map<number, EventLine>();
  for (const event of lines.event) {
    if (event.change !== 'filled') continue;
    const fill = event.fill === null ? undefined : fills.get(event.fill);
    const isOwn = fill?.order === event.order && fill.trader === event.trader && !naming.has(fill.id);
    if (!fill || !isOwn || fill.symbol !== event.symbol || fill.action !== event.action)
      find('order', event, `${event.fill}`);
    else {
      const size = sharesAt(event, whole(fill.price, 4), held.get(fill.id) ?? 0n);
      if (whole(fill.quantity, 6) !== size) find('quantity', fill, fill.quantity, pointed(size, 6));
    }
    if (fill) naming.set(fill.id, event);
  }
  for (const fill of lines.fill)
    if (fill.order !== null && !naming.has(fill.id)) find('order', fill, fill.order);
}

type Scene = { prices: Prices; fills: ReadonlyMap<number, FillLine>; find: Find; end: number };

function checkEvent(
  event: EventLine,
  next: EventLine | undefined,
  { prices, fills, find, end }: Scene,
): void {
  if (!['working', 'triggered'].includes(event.status) || event.activeFrom === null) return;
  const until = Math.min(next?.at ?? end, event.expiresAt ?? Number.POSITIVE_INFINITY);
  const firing = prices.has(event.symbol) ? firstFiring(event, prices, until) : null;
  const text = firing ? pointed(BigInt(firing.price), 4) : '';
  if (next && ['filled', 'triggered', 'rejected'].includes(next.change)) {
    const isThen = firing?.at === next.at && (next.change === 'rejected' || firing.change === next.change);
    if (!isThen) find('early', next, next.change, firing ? new Date(firing.at).toISOString() : '');
    const fill = next.change === 'filled' && next.fill !== null ? fills.get(next.fill) : undefined;
    if (isThen && fill && (fill.quoteAt !== firing.at || fill.price !== text))
      find('early', fill, fill.price, text);
    return;
  }
  const isAtOnce =
    firing?.at === next?.at &&
    (next?.change === 'resized' || (next?.change === 'cancelled' && FOLLOWS.includes(next.reason ?? '')));
  if (firing && !isAtOnce) find('passed', event, '', text, firing.at);
}

type Terms = { isBuying: boolean; limit: number; stop: number; distance: (mark: number) => number };

function termsOf({ action, limit, stop, trailAmount, trailPercent }: EventLine): Terms {
  const price = (text: string | null) => (text === null ? Number.NaN : Number(whole(text, 4)));
  const percent = trailPercent === null ? null : whole(trailPercent, 2);
  return {
    isBuying: action === 'buy' || action === 'cover',
    limit: price(limit),
    stop: price(stop),
    distance: (mark) =>
      percent === null ? price(trailAmount) : Number(ratio(BigInt(mark) * percent, 10_000n)),
  };
}

function firstFiring(event: EventLine, prices: Prices, until: number): Firing | null {
  const { isBuying, limit, stop, distance } = termsOf(event);
  const { type, symbol, status } = event;
  const isLimit = type === 'limit' || (type === 'stop_limit' && status === 'triggered');
  const within = (p: number) => (isBuying ? p <= limit : p >= limit);
  const beyond = (p: number, level: number) => (isBuying ? p >= level : p <= level);
  let mark = event.mark === null ? null : Number(whole(event.mark, 4));
  const trail = (by: number) => (isBuying ? by + distance(by) : by - distance(by));
  const isQuiet = (low: number, high: number) => {
    if (type === 'market') return false;
    if (isLimit) return isBuying ? low > limit : high < limit;
    if (type !== 'trailing_stop') return isBuying ? high < stop : low > stop;
    if (mark === null) return false;
    return isBuying ? low >= mark && high < trail(mark) : high <= mark && low > trail(mark);
  };
  for (const { at, exact } of prices.between(symbol, event.activeFrom!, until, isQuiet)) {
    const price = wholePrice(exact);
    let fires: boolean;
    if (type === 'trailing_stop') {
      mark = mark === null ? price : isBuying ? Math.min(mark, price) : Math.max(mark, price);
      fires = beyond(price, trail(mark));
    } else fires = type === 'market' || (isLimit ? within(price) : beyond(price, stop));
    if (!fires) continue;
    const isHeld = type === 'stop_limit' && !isLimit && !within(price);
    return { at, price, change: isHeld ? 'triggered' : 'filled' };
  }
  return null;
}
