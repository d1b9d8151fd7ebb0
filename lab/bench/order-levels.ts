/**
 * `order-levels.ts ORDERS` prints the cost of working orders. It is a separate program, so that it measures only the
 * memory of these orders.
 */
import { priceE4 } from '#core/money/units.ts';
import type { Stretch } from '#core/orders/meeting.ts';
import type { WatchedOrder } from '#core/orders/order.ts';
import { WorkingOrders } from '#services/orders/working-orders.ts';
import { median } from './report.ts';

export type LevelsCost = { bytes: number; buildMs: number; quietNs: number; dueNs: number };

const SYMBOLS = 500;
/** Every tenth order is a trailing stop. */
const TRAILING = 10;
/** The price of every symbol, 1/10,000 $. */
const PRICE = 1_000_000;

/** Rounds over all symbols: enough for the JIT to compile the code. */
const LOOKS = 400;

/** Returns a working order near `PRICE`: a limit or a stop up to a fifth away, or a trailing stop. */
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
  const level = priceE4(BigInt(price));
  return { fromMs: 1, from: level, toMs: 1, to: level };
};

/** Returns working orders, and the prices of all symbols in the next round. */
function filled(count: number) {
  const prices = { next: [tick(PRICE)] };
  const orders = new WorkingOrders({ path: () => prices.next, marked: (order) => order });
  for (let n = 1; n <= count; n++) orders.load([{ userId: n, order: orderOf(n) }], 0);
  return { orders, prices };
}

function measure(count: number): LevelsCost {
  filled(10_000);
  Bun.gc(true);
  const emptyBytes = process.memoryUsage.rss();
  let began = performance.now();
  const { orders, prices } = filled(count);
  const buildMs = performance.now() - began;
  Bun.gc(true);
  const bytes = process.memoryUsage.rss() - emptyBytes;

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
