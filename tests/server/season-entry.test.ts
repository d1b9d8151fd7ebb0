/** Entry to a season closes: later registrations get no account in it, but in the next one. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const DAY = 86_400_000;
const ZONE = 'Asia/Jerusalem';

let server: TestServer;
let admin: Client;
let ann: Client;
let late: Client;
/** The clock, which only the test moves. */
const time = { ms: Date.parse('2026-07-08T15:00:00Z') };

beforeAll(async () => {
  const now = () => time.ms;
  server = await startServer({ market: heldMarket({ AAPL: '100' }, now), clock: { now } });
  admin = await server.admin();
  ann = await server.register('ann');
});
afterAll(() => server?.stop());

const html = async (who: Client, path: string) => textOf((await who.get(path, { accept: 'text/html' })).text);
const save = (terms: object) =>
  admin.post<{ en: string[]; he: string[] }>('/api/season-terms', { step: 'save', zone: ZONE, ...terms });
const toggle = async (active: boolean) =>
  expect((await admin.post('/api/toggle-competition', { active })).status).toBe(200);
const buy = (who: Client) =>
  who.post<{ code: string; reason?: string; params?: object; message: string }>('/api/trade', {
    user_id: who.userId,
    symbol: 'AAPL',
    action: 'buy',
    quantity: '1',
  });
const accounts = async ({ userId }: Client) =>
  (await server.sql`select season_id from accounts where user_id = ${userId} order by season_id`).map(
    ({ season_id }) => season_id,
  );

test.each([
  [{ entryDays: '367' }, 'Days until entry closes is a whole number from 1 to 366, or empty.'],
  [{ entryDays: '٣' }, 'Days until entry closes'],
  [{ entryUntil: '2001-01-01T10:00' }, 'That time is in the past.'],
  [{ entryUntil: 'soon' }, 'Enter a valid date and time.'],
  [{ entryDays: '3', entryUntil: '2131-01-01T10:00' }, 'Choose either days or a date'],
  [{ startsAt: '2131-01-02T10:00', entryUntil: '2131-01-01T10:00' }, 'Entry must close after the start.'],
  [{ endsAt: '2131-01-02T10:00', entryUntil: '2131-01-02T10:01' }, 'Entry must close before the end.'],
])('%o is refused with a sentence, and shown again', async (typed, sentence) => {
  const { status, headers } = await admin.form('/api/season-terms', { step: 'check', zone: ZONE, ...typed });
  expect(status).toBe(303);
  const page = (await admin.get(headers.get('location')!, { accept: 'text/html' })).text;
  expect(textOf(page)).toContain(sentence);
  for (const value of Object.values(typed)) expect(page).toContain(`value="${value}"`);
});

test('the terms say it in both languages, by days before the start and by the moment after it', async () => {
  const { json } = await save({ entryDays: '2' });
  expect(json.en).toContain('New traders can join for 2 days after the start.');
  expect(json.he).toContain('אפשר להצטרף ביומיים הראשונים אחרי ההתחלה.');
  for (const path of ['/rules', '/competitions', '/competitions/1'])
    expect([path, await html(ann, path)]).toEqual([path, expect.stringContaining('for 2 days after')]);
  await toggle(true);
  expect(await html(ann, '/competitions/1')).toMatch(/New traders can join until .*10 Jul/);
  expect((await ann.get('/api/competition-details')).json).toMatchObject({ entryDays: 2 });
});

test('a millisecond before it closes a new trader plays, a second after it the account opens with the next season', async () => {
  const closesAt = time.ms + 2 * DAY;
  time.ms = closesAt - 1;
  const bob = await server.register('bob');
  expect((await buy(bob)).status).toBe(200);
  time.ms = closesAt + 1_000;
  late = await server.register('late');
  expect(await accounts(late)).toEqual([]);
  const refused = await buy(late);
  expect([refused.status, refused.json.code]).toEqual([409, 'ENTRY_CLOSED']);
  const order = { symbol: 'AAPL', action: 'buy', type: 'limit', quantity: '1', limitPrice: '90' };
  expect(await late.post('/api/orders', order)).toMatchObject({
    status: 409,
    json: { code: 'ENTRY_CLOSED' },
  });
  expect(await accounts(late)).toEqual([]);
  for (const path of ['/', '/portfolio', '/chart', '/leaderboards', '/profile', '/competitions'])
    expect([path, (await late.get(path, { accept: 'text/html' })).status]).toEqual([path, 200]);
  const closed = 'Entry to season 1 has closed. A new account opens with the next season';
  expect(await html(late, '/')).toContain(`${closed}.`);
  expect(await html(bob, '/')).not.toContain(closed);
  // traders from before trade on
  expect((await buy(ann)).status).toBe(200);
});

test('with a planned start the refusal, home and the join page name it', async () => {
  const [startsAt, endsAt] = [time.ms + 9 * DAY, time.ms + 8 * DAY].map((ms) => new Date(ms).toISOString());
  expect((await save({ startsAt, endsAt })).status).toBe(200);
  expect((await buy(late)).json).toMatchObject({
    code: 'ENTRY_CLOSED',
    reason: 'planned',
    params: { at: startsAt },
  });
  const sentence =
    /Entry to season 1 has closed\. A new account opens with the next season, which starts on .*19 Jul/;
  expect(await html(late, '/')).toMatch(sentence);
  const link = await admin.post<{ code: string }>('/api/join-links', { label: 'Class', uses: 5, days: 5 });
  expect(await html(server.visitor(), `/join/${link.json.code}`)).toMatch(sentence);
});

test('another end of the entry needs a reason, stands in public, and holds at once', async () => {
  expect((await save({ entryDays: '4' })).status).toBe(422);
  expect((await save({ entryDays: '4', reason: 'Many asked.' })).status).toBe(200);
  const page = await html(ann, '/competitions/1');
  expect(page).toContain('Days after the start until entry closes (empty: never): 2 → 4');
  const cid = await server.register('cid');
  expect((await buy(cid)).status).toBe(200);
  // the latecomer gets in as well
  expect((await buy(late)).status).toBe(200);
});

test('a moment is of one season; the next one opens accounts for all', async () => {
  const until = new Date(time.ms + 60_000).toISOString();
  expect((await save({ entryDays: '', entryUntil: until, reason: 'The room is full.' })).status).toBe(200);
  time.ms += 60_000;
  const dan = await server.register('dan');
  expect(await accounts(dan)).toEqual([]);
  // practice offers the season to those who may trade in it
  const offer = 'Trade in season 1';
  expect(await html(ann, '/practice')).toContain(offer);
  for (const path of ['/practice', '/practice/portfolio', '/games']) {
    const page = await html(dan, path);
    expect([path, page.includes(offer), page.includes('closed')]).toEqual([path, false, true]);
  }
  await toggle(false);
  expect((await ann.get<object>('/api/competition-details')).json).not.toHaveProperty('entryUntil');
  await toggle(true);
  expect(await accounts(dan)).toHaveLength(2);
  expect((await buy(dan)).status).toBe(200);
  expect(await html(ann, '/competitions/1')).toMatch(/New traders can join until/);
  expect(await html(ann, '/competitions/2')).not.toMatch(/New traders can join/);
});

test('the admin log words each term and its value', async () => {
  expect((await save({ frozenHours: '3', isMonthly: 'true', reason: 'Loved.' })).status).toBe(200);
  const page = (await admin.get('/admin/audit', { accept: 'text/html' })).text;
  const log = textOf(/<table.*<\/table>/s.exec(page)![0]);
  expect(log).toContain('Again every month: yes');
  expect(log).toContain('Last hours with a frozen table, 0 to 48 (empty: none): 3');
  expect(log).toContain('Days after the start until entry closes (empty: never): 4');
  expect(log).toMatch(/Or entry closes on: \d+ Jul/);
  expect(log).not.toMatch(/\b(?:entryDays|entryUntil|frozenHours|isMonthly|true|false)\b/);
});
