/** What the log of an order may say, and orders that hang together: docs/rules/14-season-bundle.md 22. */
import { whole } from './amounts.ts';
import type { BundleLines, EventLine, FillLine } from './lines.ts';
import { sessionEnd } from './sessions.ts';

const SIZE = ['quantity', 'amount', 'closeAll'] as const;
const TRAIL = ['trailAmount', 'trailPercent'] as const;
const END = ['status', 'reason', 'hold', 'finalAt'] as const;
type Term = Exclude<keyof EventLine, 'kind' | 'line' | 'start' | 'id' | 'change' | 'at' | 'fill' | 'order'>;

/** The terms an event may change. */
const CHANGED: Record<string, readonly Term[]> = {
  activated: [...SIZE, 'mark', 'expiresAt', 'status', 'activeFrom'],
  triggered: ['status', 'triggeredAt', 'activeFrom'],
  replaced: ['rev', ...SIZE, 'limit', 'stop', ...TRAIL, 'mark', 'tif', 'expiresAt', 'hold', 'activeFrom'],
  joined: ['oco'],
  resized: ['rev', 'quantity'],
  split: ['rev', ...SIZE, 'limit', 'stop', ...TRAIL, 'mark', 'hold'],
  filled: ['status', 'hold', 'finalAt', 'triggeredAt'],
  cancelled: END,
  expired: END,
  rejected: [...END, 'triggeredAt'],
};
const FIXED: readonly Term[] = ['trader', 'symbol', 'action', 'type', 'parent', 'role', 'placedAt'];
const TERMS = [...new Set([...FIXED, ...Object.values(CHANGED).flat()])];
const ACTIVE = ['working', 'triggered'];
const LIVE = ['held', ...ACTIVE];
/** States an event leads from, and to. */
const MOVES: Record<string, readonly [from: readonly string[], to: string]> = {
  activated: [['held'], 'working'],
  triggered: [['working'], 'triggered'],
  filled: [ACTIVE, 'filled'],
  cancelled: [LIVE, 'cancelled'],
  expired: [LIVE, 'expired'],
  rejected: [ACTIVE, 'rejected'],
};
const CLOSES: Record<string, string> = { buy: 'sell', short: 'cover' };
const LONGEST = 90 * 86_400_000;

/** Says of an event which term is not what it should be. */
export type FindTerm = (event: EventLine, is: string, should: string) => void;

/** @param log of one order @param hours of the simulated market, null on others */
export function checkLog(
  log: readonly EventLine[],
  hours: string | null,
  fills: ReadonlyMap<number, FillLine>,
  find: FindTerm,
): void {
  const [first] = log;
  const start = `1 ${first!.at} ${first!.parent === null ? 'working' : 'held'}`;
  if (first!.change !== 'placed' || `${first!.rev} ${first!.placedAt} ${first!.status}` !== start)
    find(first!, `${first!.rev} ${first!.placedAt} ${first!.status}`, start);
  for (const [n, event] of log.entries()) {
    if (n > 0) checkChange(log[n - 1]!, event, hours !== null, find);
    const isLive = LIVE.includes(event.status);
    const isEnded = event.finalAt === (isLive ? null : event.at) && (isLive || whole(event.hold, 2) === 0n);
    if (!isEnded) find(event, `finalAt ${event.finalAt}`, isLive ? '–' : `${event.at}`);
    if (isLive) checkLive(event, log[n + 1], hours, fills, find);
  }
}

function checkChange(before: EventLine, event: EventLine, isSimulated: boolean, find: FindTerm): void {
  const free = CHANGED[event.change] ?? [];
  for (const term of TERMS) {
    const isFree = free.includes(term) || (!isSimulated && (term === 'mark' || term === 'activeFrom'));
    if (!isFree && before[term] !== event[term]) find(event, `${term} ${event[term]}`, `${before[term]}`);
  }
  const [from, to] = MOVES[event.change] ?? [[before.status], before.status];
  const isKnown = event.change in CHANGED && before.finalAt === null;
  if (!isKnown || !from.includes(before.status) || event.status !== to)
    find(event, `${before.status} → ${event.status}`, isKnown ? to : '–');
  const rev = before.rev + (free.includes('rev') ? 1 : 0);
  if (event.rev !== rev) find(event, `rev ${event.rev}`, `${rev}`);
  if (event.change === 'triggered' && event.type !== 'stop_limit') find(event, event.type, 'stop_limit');
  if (event.change === 'joined' && (before.oco !== null || event.oco === null))
    find(event, `oco ${event.oco}`, `${before.oco}`);
  if (event.change === 'resized' && !(sharesOf(event) < sharesOf(before)))
    find(event, `quantity ${event.quantity}`, `< ${before.quantity}`);
  const end = before.expiresAt;
  if (isSimulated && end !== null && (event.change === 'expired' ? event.at !== end : event.at > end))
    find(event, `${event.change} ${event.at}`, `${end}`);
}

const sharesOf = ({ quantity }: EventLine) => (quantity === null ? 0n : whole(quantity, 6));

/** An event after which the order is not over. */
function checkLive(
  event: EventLine,
  next: EventLine | undefined,
  hours: string | null,
  fills: ReadonlyMap<number, FillLine>,
  find: FindTerm,
): void {
  const { status, action, activeFrom, expiresAt, at, change } = event;
  const isHeld = status === 'held';
  if (whole(event.hold, 2) !== 0n && (isHeld || !(action in CLOSES)))
    find(event, `hold ${event.hold}`, '0.00');
  if (isHeld && activeFrom !== null) find(event, `activeFrom ${activeFrom}`, '–');
  if (isHeld) return;
  if (activeFrom === null) {
    const isAtOnce = next?.change === 'filled' && next.at === at;
    const fill = isAtOnce && next.fill !== null ? fills.get(next.fill) : undefined;
    if (!isAtOnce || (fill && !isMarketable(event, fill))) find(event, 'activeFrom –', `${at}`);
    return;
  }
  if (expiresAt === null || expiresAt > at + LONGEST)
    find(event, `expiresAt ${expiresAt}`, `≤ ${at + LONGEST}`);
  if (hours === null) return;
  const isPlaced = change === 'placed' || change === 'replaced';
  if ((isPlaced || change === 'activated' || change === 'triggered') && activeFrom !== at)
    find(event, `activeFrom ${activeFrom}`, `${at}`);
  if (isPlaced && event.tif === 'day' && expiresAt !== sessionEnd(hours, at))
    find(event, `expiresAt ${expiresAt}`, `${sessionEnd(hours, at)}`);
}

function isMarketable({ type, status, action, limit }: EventLine, fill: FillLine): boolean {
  if (type === 'market') return true;
  if (limit === null || !(type === 'limit' || (type === 'stop_limit' && status === 'triggered')))
    return false;
  const [price, most] = [whole(fill.price, 4), whole(limit, 4)];
  return action === 'buy' || action === 'cover' ? price <= most : price >= most;
}

/** Of a group one is filled; a child works from its parent's fill on, over what that filled. */
export function checkFamilies(
  { event }: BundleLines,
  fills: ReadonlyMap<number, FillLine>,
  find: FindTerm,
): void {
  const filled = new Map<string, EventLine>();
  const groups = new Set<string>();
  for (const row of event) {
    if (row.change === 'filled') {
      if (row.oco !== null && groups.has(row.oco)) find(row, `oco ${row.oco}`, 'cancelled');
      if (row.oco !== null) groups.add(row.oco);
      filled.set(row.order, row);
    }
    if (row.change !== 'activated') continue;
    const parent = filled.get(row.parent ?? '');
    const isKin =
      parent?.trader === row.trader && parent.symbol === row.symbol && CLOSES[parent.action] === row.action;
    const quantity = parent?.fill == null ? null : fills.get(parent.fill)?.quantity;
    if (!isKin || parent.at !== row.at || quantity !== row.quantity)
      find(row, `quantity ${row.quantity}`, `${quantity ?? '–'}`);
  }
}

/** Shares that an order fills at a price; a close takes a rest worth less than a cent along. @param held what is open before */
export function sharesAt(
  { quantity, amount, closeAll, action }: EventLine,
  price: bigint,
  held: bigint,
): bigint {
  const size =
    quantity !== null ? whole(quantity, 6) : closeAll ? held : (whole(amount!, 2) * 10n ** 8n) / price;
  const isRestTiny = !(action in CLOSES) && size > 0n && size < held && price * (held - size) < 10n ** 8n;
  return isRestTiny ? held : size;
}
