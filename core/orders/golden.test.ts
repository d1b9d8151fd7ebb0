import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { GOLDEN_CASES, NOT_ON_THE_CORE, NOT_OVER_HTTP } from '#tests/helpers/order-cases.ts';
import { CHANGE_CASES } from '#tests/helpers/order-change-cases.ts';
import type { Case, Expected, Refusal, Step } from '#tests/helpers/order-steps.ts';
import { readOrderRequest, readReplacement } from '../contract/order-request.ts';
import { wireOrder } from '../contract/orders.ts';
import { readTradeRequest } from '../contract/trade.ts';
import {
  plainDecimal,
  QUANTITY_DIGITS,
  readCents,
  readPrice,
  writeCents,
  writeDecimal,
} from '../money/money.ts';
import type { AppError } from '../refusals/refusals.ts';
import { decide } from '../trading/order.ts';
import { NO_RULES } from '../trading/season-rules.ts';
import { advance, markedAt } from './advance.ts';
import { type Book, type Draft, heldCash, termsAt } from './book.ts';
import { cancelInBook, followTrade } from './follow.ts';
import type { Stretch } from './meeting.ts';
import { isLive, type Scene, type WorkingOrder } from './order.ts';
import { place, replace } from './place.ts';

const price = readPrice;
const SECOND = 1000;
const FOREVER = 10 * 86_400_000;

/** Returns a book with a tape and a clock that advances a second with each step. */
function desk({ cash = '100000.00', rules, last = { AAPL: '100' } }: Partial<Case>) {
  let now = SECOND;
  let count = 0;
  let matched = 0;
  let xp = 0n;
  let book: Book = {
    cash: readCents(cash),
    startCash: readCents(cash),
    version: 2,
    rules: { ...NO_RULES, ...rules, minPrice: readCents(rules?.minPrice ?? '0') },
    positions: new Map(),
    orders: new Map(),
    siteTime: (at: number) => at,
  };
  const tape = new Map<string, Stretch[]>();
  const rows = new Map<string, WorkingOrder>();
  const names = new Map<string, string>();
  const fills: [string, string, string][] = [];

  const tick = (symbol: string, text: string) => {
    const prints = tape.get(symbol) ?? tape.set(symbol, []).get(symbol)!;
    prints.push({ fromMs: now, from: price(text), toMs: now, to: price(text) });
  };
  for (const [symbol, text] of Object.entries(last)) tick(symbol, text);

  function take(draft: Draft) {
    for (const { order, fill } of draft.changes) {
      rows.set(order.id, order);
      const { quantity, price: at } = fill === null ? { quantity: 0n, price: 0n } : draft.fills[fill]!;
      const name = names.get(order.id);
      if (fill !== null && name)
        fills.push([name, plainDecimal(quantity, QUANTITY_DIGITS), plainDecimal(at, 4)]);
    }
    xp += draft.xp;
    book = draft;
    expect(heldCash(book)).toBeLessThanOrEqual(book.cash);
    for (const order of book.orders.values()) expect(isLive(order)).toBe(true);
  }

  const path = (symbol: string, after: number, to: number) =>
    (tape.get(symbol) ?? []).filter((s) => s.toMs > after && s.fromMs <= to);

  function settle() {
    for (const draft of advance(book, path, matched, now)) take(draft);
    matched = now;
  }
  const lastOf = (symbol: string) => tape.get(symbol)?.at(-1)?.to ?? null;
  const scene = (symbol: string): Scene => ({
    at: now,
    last: lastOf(symbol),
    isFresh: true,
    dayEnd: now + FOREVER,
    newId: () => String(++count).padStart(8, '0'),
  });
  const idOf = (name: string) => [...names].find(([, own]) => own === name)![0];

  function placed(body: Record<string, unknown>, as: string) {
    const oco = typeof body.oco === 'string' && body.oco.startsWith('$') ? idOf(body.oco.slice(1)) : body.oco;
    const request = readOrderRequest({ ...body, oco }, 1, now);
    const { draft, id } = place(book, request, scene(request.symbol));
    names.set(id, as);
    for (const { order } of draft.changes)
      if (order.parentId === id) names.set(order.id, `${as}.${order.role}`);
    take(draft);
  }
  function traded(body: Record<string, unknown>) {
    const order = readTradeRequest({ user_id: 1, ...body }, 1);
    const held = book.positions.get(order.symbol) ?? null;
    const account = { cash: book.cash, held: heldCash(book), isOnlyPosition: true };
    const { fills } = decide(order, account, held, lastOf(order.symbol)!, termsAt(book, now));
    take(followTrade(book, fills, now));
  }
  function changed(name: string, change: (id: string) => Draft | null) {
    const id = idOf(name);
    if (!book.orders.has(id)) throw Object.assign(new Error('over'), { code: 'ORDER_FINAL' });
    const draft = change(id);
    if (draft) take(draft);
  }
  function run(step: Step) {
    if ('place' in step) placed(step.place, step.as ?? 'a');
    else if ('trade' in step) traded(step.trade);
    else if ('cancel' in step)
      changed(step.cancel, (id) => cancelInBook(book, [id], 'user', now, step.group));
    else if ('replace' in step)
      changed(step.replace, (id) => {
        const orders = new Map(book.orders).set(id, markedAt(book.orders.get(id)!, path, now));
        const terms = readReplacement(step.with, now);
        return replace({ ...book, orders }, id, terms, scene(rows.get(id)!.symbol));
      });
  }
  function refused(step: Step, refusal: Refusal) {
    try {
      run(step);
    } catch (error) {
      const { code, details } = error as AppError;
      expect({ code, ...details }).toMatchObject(refusal);
      return;
    }
    throw new Error(`it was not refused: ${refusal.code}`);
  }
  function check(expected: Expected) {
    const statusOf = (name: string) => {
      const { status, reason } = rows.get(idOf(name))!;
      return reason ? `${status} ${reason}` : status;
    };
    if (expected.cash !== undefined) expect(writeCents(book.cash)).toBe(expected.cash);
    if (expected.held !== undefined) expect(writeCents(heldCash(book))).toBe(expected.held);
    if (expected.fills) expect(fills).toEqual(expected.fills);
    if (expected.xp !== undefined) expect(writeDecimal(xp, 2)).toBe(expected.xp);
    for (const [name, status] of Object.entries(expected.orders ?? {}))
      expect([name, statusOf(name)]).toEqual([name, status]);
    for (const [name, fields] of Object.entries(expected.terms ?? {}))
      expect(wireOrder(rows.get(idOf(name))!, null)).toMatchObject(fields);
    if (expected.open)
      expect(
        Object.fromEntries(
          [...book.positions].map(([s, p]) => [
            s,
            `${p.isShort ? '-' : ''}${plainDecimal(p.quantity, QUANTITY_DIGITS)}`,
          ]),
        ),
      ).toEqual(expected.open);
  }
  return {
    step(step: Step) {
      now += SECOND;
      if ('tick' in step) {
        tick(step.of ?? 'AAPL', step.tick);
        return;
      }
      settle();
      if ('expect' in step) check(step.expect);
      else if (step.refused) refused(step, step.refused);
      else run(step);
    },
  };
}

describe('cases on the pure core', () => {
  test.each([...GOLDEN_CASES, ...CHANGE_CASES].map((each) => [each.n, each.name, each] as const))(
    '%s: %s',
    (_, __, each) => {
      const played = desk(each);
      for (const step of each.steps) played.step(step);
    },
  );
});

describe('all 75 golden cases', () => {
  const ALL = Array.from({ length: 75 }, (_, n) => n + 1);
  const numbers = (text: string) => text.split(', ').map(Number).filter(Number.isInteger);
  const listed = GOLDEN_CASES.flatMap(({ n }) => numbers(n));

  /** Returns the case numbers at the start of the names of the tests in these files. */
  async function named(folder: string, pattern: string): Promise<number[]> {
    const files = [...new Glob(pattern).scanSync({ cwd: folder, absolute: true })];
    const texts = await Promise.all(files.map((file) => Bun.file(file).text()));
    return texts.flatMap((text) =>
      [...text.matchAll(/[[(]\s*['`]([\d, ]+): /g)].flatMap(([, list]) => numbers(list!)),
    );
  }
  const missing = (played: readonly number[], elsewhere: Record<number, string>) =>
    ALL.filter((n) => !played.includes(n) && !elsewhere[n]);

  test('each is played on the core, or the table says why not', async () => {
    const played = [...listed, ...(await named(import.meta.dir, '*.test.ts'))];
    expect(missing(played, NOT_ON_THE_CORE)).toEqual([]);
    expect(Object.keys(NOT_ON_THE_CORE).filter((n) => played.includes(Number(n)))).toEqual([]);
  });

  test('each is played over HTTP, or the table says why not', async () => {
    const folder = join(import.meta.dir, '../../tests/server');
    const played = [...listed, ...(await named(folder, 'orders{,-life,-observed,-time}.test.ts'))];
    expect(missing(played, NOT_OVER_HTTP)).toEqual([]);
    expect(Object.keys(NOT_OVER_HTTP).filter((n) => played.includes(Number(n)))).toEqual([]);
  });
});
