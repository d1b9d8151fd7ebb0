/** Traders whose names are words of the interface: answers keep their names in every language. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { LOCALES } from '#core/locale/locale.ts';
import { fill } from '#core/locale/sentence.ts';
import enErrors from '#locales/en/errors.json';
import enMessages from '#locales/en/messages.json';
import heErrors from '#locales/he/errors.json';
import heMessages from '#locales/he/messages.json';
import type { Client } from '../helpers/client.ts';
import { flashOf } from '../helpers/flash.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer({ market: heldMarket({ LONG: '100' }) });
  admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
});
afterAll(() => server?.stop());

/** The refusal in each language. */
async function inBoth(send: (language: { 'accept-language': string }) => Promise<{ json: unknown }>) {
  const answers: Record<string, { message: string; params?: object; reason?: string }> = {};
  for (const locale of LOCALES) {
    const { json } = await send({ 'accept-language': locale });
    answers[locale] = json as { message: string };
  }
  return answers as Record<(typeof LOCALES)[number], { message: string; params?: object; reason?: string }>;
}

describe.each(['long', 'short', 'buy', 'theme', 'Error', 'username'])('a trader called %s', (username) => {
  test('is named so when disqualified, and when it is done already', async () => {
    await server.register(username);
    const body = { season: 1, username, reason: 'tried it' };
    const done = await admin.post<{ message: string }>('/api/disqualify', body, { 'accept-language': 'he' });
    expect(done.json.message).toBe(fill(heMessages.disqualified, { username }));
    const again = await inBoth((language) => admin.post('/api/disqualify', body, language));
    expect(again.en.message).toBe(fill(enErrors.ALREADY_DISQUALIFIED, { username }));
    expect(again.he.message).toBe(fill(heErrors.ALREADY_DISQUALIFIED, { username }));
    expect(again.he.params).toEqual({ username });
  });

  test('and so on the page a form leads to', async () => {
    const named = { username: `${username}_2` };
    await server.register(named.username);
    await admin.form('/api/disqualify', { season: '1', ...named, reason: 'tried it' });
    expect(flashOf(server.services, admin.cookies)?.message).toBe(fill(enMessages.disqualified, named));
    const html = (await admin.get('/competitions/1', { accept: 'text/html', 'accept-language': 'he' })).text;
    expect(html).toContain(`>${fill(heMessages.disqualified, named)}<`);
  });
});

test('a ticker called like a side stays a ticker, the side beside it is a word', async () => {
  const trader = await server.register();
  const order = { user_id: trader.userId, symbol: 'LONG', action: 'buy', quantity: 2 };
  await trader.post('/api/trade', order);
  const said = await inBoth((language) => trader.post('/api/trade', { ...order, action: 'short' }, language));
  expect(said.en.message).toContain('long 2 LONG');
  expect(said.he.message).toMatch(/לונג.*LONG/);
  expect(said.en).toMatchObject({
    code: 'POSITION_CONFLICT',
    reason: 'held',
    params: { side: 'long', quantity: '2', symbol: 'LONG', closing: 'sell' },
  });
});

test('parameters are values: money and shares without signs and commas', async () => {
  const trader = await server.register();
  const order = { user_id: trader.userId, symbol: 'LONG', action: 'buy', quantity: 2000 };
  const { en, he } = await inBoth((language) => trader.post('/api/trade', order, language));
  expect(en.message).toMatch(/\$200,000\.00.*\$100,000\.00.*1000/);
  expect(he.message).toContain('$200,000.00');
  expect(en.params).toEqual({
    quantity: '2000',
    symbol: 'LONG',
    cost: '200000.00',
    cash: '100000.00',
    action: 'buy',
    most: '1000',
  });
});
