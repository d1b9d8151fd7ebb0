/** A program of its own, so that its memory is that of the waiting orders: `order-levels.ts ORDERS` prints what they cost. */
import { priceE4 } from '#core/money/units.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { WatchedOrder } from '#core/orders/order.ts';
import { WorkingOrders } from '#services/orders/working.ts';
import { median } from './report.ts';

export type LevelsCost = { bytes: number; buildMs: number; quietNs: number; dueNs: number };

const SYMBOLS = 500;
/** One order in so many follows the price. */
const TRAILING = 10;
/** The price of every symbol, 1/10,000 $. */
const PRICE = 1_000_000;

/** Looks at every symbol: enough that the code is compiled, as it is a minute after a start. */
const LOOKS = 400;

/** A waiting order of a symbol whose price is `PRICE`: a limit or a stop up to a fifth away, or a trailing stop. */
function orderOf(n: number): WatchedOrder {
  const isAbove = n % 2 === 0;
  const distance = priceE4(BigInt(1_000 + ((n * 7919) % 200_000)));
  const price = priceE4(BigInt(PRICE + (isAbove ? 1 : -1) * Number(distance)));
  const isTrailing = n % TRAILING === 0;
  const isStop = !isTrailing && n % 3 === 0;
  return {
    id: `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
    symbol: `S${n % SYMBOLS}`,
    action: isTrailing || isAbove !== isStop ? 'sell' : 'buy',
    type: isTrailing ? 'trailing_stop' : isStop ? 'stop' : 'limit',
    limit: isTrailing || isStop ? null : price,
    stop: isStop ? price : null,
    trail: isTrailing ? { kind: 'amount', amount: distance } : null,
    mark: isTrailing ? priceE4(BigInt(PRICE)) : null,
    markFrom: null,
    rev: 1,
    status: 'working',
    activeFrom: 0,
    expiresAt: null,
  };
}

const tick = (price: number): Stretch => {
  const at = priceE4(BigInt(price));
  return { fromMs: 1, from: at, toMs: 1, to: at };
};

/** Waiting orders, and the prices that every symbol has at the next look. */
function filled(count: number) {
  const prices = { next: [tick(PRICE)] };
  const orders = new WorkingOrders({ path: () => prices.next, marked: (order) => order });
  for (let n = 1; n <= count; n++) orders.load([{ userId: n, order: orderOf(n) }], 0);
  return { orders, prices };
}

function measure(count: number): LevelsCost {
  filled(10_000);
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let began = performance.now();
  const { orders, prices } = filled(count);
  const buildMs = performance.now() - began;
  Bun.gc(true);
  const bytes = process.memoryUsage.rss() - before;

  const due = new Set<number>();
  const quiet: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    began = performance.now();
    orders.reach(0, 1, due);
    quiet.push(((performance.now() - began) * 1e6) / SYMBOLS);
    orders.endLook();
  }
  if (due.size > 0) throw new Error('a price that reaches nothing made orders due');

  prices.next = [tick(PRICE - 20_000), tick(PRICE + 20_000)];
  began = performance.now();
  orders.reach(0, 1, due);
  const dueNs = ((performance.now() - began) * 1e6) / due.size;
  return { bytes, buildMs, quietNs: median(quiet), dueNs };
}

if (import.meta.main) console.log(JSON.stringify(measure(Number(process.argv[2]))));
