/** A program of its own, so that its memory is that of the waiting orders: `order-levels.ts ORDERS` prints what they cost. */
import type { WorkingOrder } from '#core/orders/order.ts';
import { Levels } from '#services/orders/levels.ts';
import { median } from './report.ts';

export type LevelsCost = { bytes: number; buildMs: number; quietNs: number; dueNs: number };

const SYMBOLS = 500;
/** One order in so many follows the price. */
const TRAILING = 10;
/** The price of every symbol, 1/10,000 $. */
const PRICE = 1_000_000;

/** A waiting order of a symbol whose price is `PRICE`: a limit or a stop up to a fifth away, or a trailing stop. */
function orderOf(n: number): WorkingOrder {
  const isAbove = n % 2 === 0;
  const distance = BigInt(1_000 + ((n * 7919) % 200_000));
  const price = BigInt(PRICE) + (isAbove ? distance : -distance);
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
    mark: isTrailing ? BigInt(PRICE) : null,
    ...{ rev: 1, tif: 'gtc', size: { kind: 'quantity', quantity: 1_000_000n }, status: 'working' },
    ...{ reason: null, parentId: null, role: null, ocoId: null, hold: 0n, clientOrderId: null },
    ...{ placedAt: 0, activeFrom: 0, triggeredAt: null, expiresAt: null, finalAt: null },
  } as WorkingOrder;
}

function filled(count: number): Levels {
  const levels = new Levels();
  for (let n = 1; n <= count; n++) levels.add(n, orderOf(n));
  return levels;
}

function measure(count: number): LevelsCost {
  filled(10_000);
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let began = performance.now();
  const levels = filled(count);
  const buildMs = performance.now() - began;
  Bun.gc(true);
  const bytes = process.memoryUsage.rss() - before;

  const due = new Set<number>();
  const symbols = Array.from({ length: SYMBOLS }, (_, i) => `S${i}`);
  const quiet: number[] = [];
  for (let round = 0; round < 40; round++) {
    began = performance.now();
    for (const symbol of symbols) levels.reach(symbol, PRICE, PRICE, due);
    quiet.push(((performance.now() - began) * 1e6) / SYMBOLS);
  }
  if (due.size > 0) throw new Error('a price that reaches nothing made orders due');

  began = performance.now();
  for (const symbol of symbols) levels.reach(symbol, PRICE - 20_000, PRICE + 20_000, due);
  const dueNs = ((performance.now() - began) * 1e6) / due.size;
  return { bytes, buildMs, quietNs: median(quiet), dueNs };
}

if (import.meta.main) console.log(JSON.stringify(measure(Number(process.argv[2]))));
