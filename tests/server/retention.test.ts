/** Data is deleted after the time that /privacy states, and not before. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createLog } from '#services/platform/log.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const DAY = 24 * 3_600_000;
const MESSAGE = {
  name: 'Noa Bareket',
  email: 'noa@mail.example',
  phone: '050-000-0000',
  subject: 'Feedback',
  message: 'More themes, please.',
};
const began = Date.now();
let now = began;
let text = '';
let server: TestServer;
beforeAll(async () => {
  const write = (line: string) => {
    text += line;
  };
  const log = createLog({ logLevel: 'warn' }, { write });
  server = await startServer({ clock: { now: () => now }, log });
});
afterAll(() => server?.stop());

/** So many calendar months after the start, ms. */
function monthsLater(months: number): number {
  const date = new Date(began);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.getTime();
}
const count = async (table: string) =>
  (await server.sql<{ count: number }[]>`select count(*)::int from ${server.sql(table)}`)[0]!.count;

test('messages of both forms go after 24 months', async () => {
  const trader = await server.register();
  for (const client of [trader, server.visitor()]) {
    const message = client === trader ? MESSAGE : { ...MESSAGE, purpose: 'public' };
    expect((await client.post('/api/contact', message)).status).toBe(200);
  }
  now = monthsLater(24) - DAY;
  await server.services.tidy();
  expect(await count('contact_messages')).toBe(2);
  now = monthsLater(24) + DAY;
  await server.services.tidy();
  expect(await count('contact_messages')).toBe(0);
});

test('a session ends after 30 days at most, and nothing of it stays', async () => {
  await server.register();
  expect(await count('sessions')).toBeGreaterThan(0);
  now += 30 * DAY + 1;
  await server.services.tidy();
  expect(await count('sessions')).toBe(0);
});

test('what cannot be removed now is named, and keeps nothing else from going', async () => {
  expect((await server.visitor().post('/api/contact', { ...MESSAGE, purpose: 'public' })).status).toBe(200);
  await server.sql`alter table sessions rename to sessions_away`;
  now = monthsLater(49 + 24);
  await server.services.tidy();
  await server.sql`alter table sessions_away rename to sessions`;
  expect(await count('contact_messages')).toBe(0);
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { msg: string; what?: string });
  expect(lines.filter(({ msg }) => msg.includes('past its time')).map(({ what }) => what)).toContain(
    'sessions',
  );
});
