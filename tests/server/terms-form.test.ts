/** The form of a season's terms: read as sentences in both languages before they are saved, with and without a script. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const PAGE = '/admin/seasons/next';
const CALL = '/api/season-terms';
const ZONE = 'Asia/Jerusalem';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
/** Moves with the machine's clock, and by hand. */
let later = 0;

beforeAll(async () => {
  const now = () => Date.now() + later;
  market = heldMarket({ AAPL: '100' }, now);
  server = await startServer({ market, clock: { now } });
  admin = await server.admin();
  ann = await server.register('ann');
});
afterAll(() => server?.stop());

const html = async (who: Client, path: string) => (await who.get(path, { accept: 'text/html' })).text;
const valueOf = (page: string, name: string) =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(page)?.[1];
/** Sends the form and returns the page it leads to. */
async function sent(fields: Record<string, string>): Promise<string> {
  const { status, headers } = await admin.form(CALL, { zone: ZONE, ...fields });
  expect(status).toBe(303);
  return await html(admin, headers.get('location')!);
}
const cashOf = async (who: Client) => (await who.get<{ cash: string | number }>('/api/portfolio')).json.cash;

const TERMS = {
  startCash: '50,000',
  prizePool: '2,500 ש״ח',
  percents: '50 30 20',
  reviewHours: '48',
  startsAt: '2131-03-01T10:00',
  endsAt: '2131-04-01T10:00',
  minPrice: '2,5',
  maxShare: '20',
  minHoldMinutes: '10',
  hideOpen: 'false',
};
const ENGLISH = [
  'The season starts on 1 Mar 2131 10:00 GMT+2.',
  'The season ends on 1 Apr 2131 10:00 GMT+3.',
  'The prize pool is ₪2,500.',
  'Everyone starts with $50,000.',
  'Prizes: place 1 ₪1,250 · place 2 ₪750 · place 3 ₪500.',
  'The winners are provisional for 48 hours after the end',
  'Shares under $2.50 cannot be bought or shorted.',
  'At most 20% of the starting cash ($10,000.00) can be in one symbol, long or short.',
];
const HEBREW = ['העונה מתחילה ב־', 'קופת הפרסים: ₪2,500.', 'כולם מתחילים עם $50,000.'];

describe('before it is saved', () => {
  test('the terms are worded in both languages, and nothing changes', async () => {
    const details = (await ann.get('/api/competition-details')).json;
    const { status, json } = await admin.post<{ saved: boolean; en: string[]; he: string[] }>(CALL, {
      ...TERMS,
      zone: ZONE,
    });
    expect([status, json.saved]).toEqual([200, false]);
    for (const sentence of ENGLISH) expect(json.en.join('\n')).toContain(sentence);
    for (const sentence of HEBREW) expect(json.he.join('\n')).toContain(sentence);
    expect((await ann.get('/api/competition-details')).json).toEqual(details);
  });

  test('a form without a script shows them with all that was typed, and leads back to the fields', async () => {
    const checked = await sent({ ...TERMS, step: 'check' });
    for (const sentence of [...ENGLISH, ...HEBREW]) expect(textOf(checked)).toContain(sentence);
    // decimals of the rules come back as they were understood
    for (const [name, typed] of Object.entries(TERMS))
      expect([name, valueOf(checked, name)]).toEqual([name, name === 'minPrice' ? '2.5' : typed]);
    expect(checked).toContain('value="save"');
    const fields = await sent({ ...TERMS, step: 'change' });
    expect([valueOf(fields, 'startCash'), valueOf(fields, 'startsAt')]).toEqual(['50,000', TERMS.startsAt]);
    expect(fields).not.toContain('value="save"');
    expect(await cashOf(ann)).toBe(100_000);
  });

  test.each([
    ...['1.000,50', '1e3', 'abc', '2k', '٥٠', ''].flatMap((typed) => [
      ['prizePool', typed, 'Type the prize like 1,000.50, or 0 for none.'],
      ['startCash', typed, 'Type an amount from $1,000 to $10,000,000, like 100,000.'],
    ]),
    ['startCash', '999.99', 'Type an amount from $1,000 to $10,000,000'],
    ['minPrice', '1.000,50', 'type 1000.50 or'],
    ['minPrice', '٥٠', 'Minimum price'],
    ['percents', '50 30', 'together 100'],
    ['percents', '٥٠ ٥٠', 'percents'],
    ['reviewHours', '٥', 'Review time is a whole number'],
    ['startsAt', '2027-03-26T02:30', 'The clocks skip that time. Choose another.'],
    ['startsAt', '2001-01-01T10:00', 'That time is in the past.'],
    ['endsAt', '2131-02-01T10:00', 'The end must be after the start.'],
    ['endsAt', 'soon', 'Enter a valid date and time.'],
  ])('%s typed as %j is refused with the sentence and shown again', async (name, typed, sentence) => {
    const details = (await ann.get('/api/competition-details')).json;
    for (const step of ['check', 'save']) {
      const page = await sent({ ...TERMS, [name]: typed, step });
      expect(textOf(page)).toContain(sentence);
      expect(valueOf(page, name)).toBe(typed);
      expect(page).not.toContain('value="save"');
    }
    expect((await ann.get('/api/competition-details')).json).toEqual(details);
  });

  test('one press gives a month, a week or a day from a start at ten in the contest’s zone', async () => {
    for (const [length, days] of [
      ['day', [1]],
      ['week', [7]],
      ['month', [28, 29, 30, 31]],
    ] as const) {
      const page = await html(admin, `${PAGE}?length=${length}`);
      expect(textOf(page)).toContain(`Times are in ${ZONE}.`);
      const [start, end] = [valueOf(page, 'startsAt')!, valueOf(page, 'endsAt')!];
      expect([start, end]).toEqual([expect.stringMatching(/T10:00$/), expect.stringMatching(/T10:00$/)]);
      const between = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 86_400_000;
      expect(days as readonly number[]).toContain(between);
    }
  });

  test('traders and visitors may neither read nor send it', async () => {
    for (const [who, page, call] of [
      [ann, 403, 403],
      [server.visitor(), 303, 401],
    ] as const) {
      expect((await who.get(PAGE, { accept: 'text/html' })).status).toBe(page);
      expect((await who.post(CALL, TERMS)).status).toBe(call);
    }
  });
});

test('saved, they are what /rules, the join page and the season say, and accounts that wait get the new cash', async () => {
  await sent({ ...TERMS, step: 'save' });
  const bob = await server.register('bob');
  for (const trader of [ann, bob]) expect(await cashOf(trader)).toBe(50_000);
  expect((await ann.get('/api/competition-details')).json).toMatchObject({
    prizePool: '2500.00',
    prizeSplit: [50, 30, 20],
    startCash: '50000.00',
    startsAt: '2131-03-01T08:00:00.000Z',
    endsAt: '2131-04-01T07:00:00.000Z',
    rules: { minPrice: '2.50', maxShare: 20, minHoldMinutes: 10 },
  });
  for (const path of ['/rules', '/competitions', '/competitions/1']) {
    const page = textOf(await html(ann, path));
    for (const sentence of ENGLISH.slice(3))
      expect([path, page]).toEqual([path, expect.stringContaining(sentence)]);
  }
});

test('once the season runs its start cash is fixed, and the books of it add up', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  const order = { user_id: ann.userId, symbol: 'AAPL', action: 'buy', quantity: 10 };
  expect((await ann.post('/api/trade', order)).status).toBe(200);
  const refused = await admin.post<{ code: string }>(CALL, { step: 'save', startCash: '60000' });
  expect([refused.status, refused.json.code]).toEqual([409, 'SETTING_FIXED']);
  expect((await admin.post('/api/update-competition', { startCash: '60000' })).status).toBe(409);
  const page = await html(admin, PAGE);
  expect(valueOf(page, 'startCash')).toBe('50000.00');
  expect((await admin.post(CALL, { step: 'save', startCash: '50000', prizePool: '3000' })).status).toBe(200);
  await admin.post('/api/toggle-competition', { active: false });
  later += 180_000;
  const verified = await verifySeason(server.services, 1);
  expect(verified.standings).toBe(2);
  expect((await admin.post(CALL, { step: 'save', startCash: '70000' })).status).toBe(200);
  expect(server.services.seasons.current()!.startCash).toBe('50000.00');
  await admin.post('/api/toggle-competition', { active: true });
  expect(await cashOf(ann)).toBe(70_000);
});
