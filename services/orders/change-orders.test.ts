import { expect, test } from 'bun:test';
import type { Draft } from '#core/orders/book.ts';
import type { Quote } from '#market/market.ts';
import { Changes } from './change-orders.ts';
import type { SettledAccount } from './order-commits.ts';

const TRADER = { id: 1, username: 'dana', isAdmin: false };
const DRAFT = { changes: [], fills: [] } as unknown as Draft;

test('decides and stores each attempt at its own quote', async () => {
  let quotes = 0;
  const stored: unknown[] = [];
  const settlement = {
    settle: async () => ({ status: 'active' }) as SettledAccount,
    // another process changes the account before the first two commits
    commit: async (...[, , , , { quoted }]: [unknown, unknown, unknown, unknown, { quoted(): unknown }]) =>
      stored.push(quoted()) === 3,
    announce() {},
  };
  const scenes = { fillQuote: (quote: Quote) => quote.price };
  const changes = new Changes({ sql: null, market: { now: () => 0 }, settlement, scenes } as never);
  const quote = async () => ({ price: String(++quotes) }) as Quote;
  const decided: unknown[] = [];
  const answer = await changes.commit(TRADER, { key: null, quote }, async (_account, _at, quoteNow) => {
    decided.push(quoteNow?.price);
    return { draft: DRAFT, answer: quoteNow?.price };
  });
  expect(decided).toEqual(['1', '2', '3']);
  expect(stored).toEqual(decided);
  expect(answer).toBe('3');
});
