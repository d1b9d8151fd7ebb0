/** The form of a season's terms shows them as sentences in both languages before they are saved, with and without a script. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { formatMoment } from '#core/locale/format.ts';
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
/** Ms added to the wall clock. */
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
const typedIn = (page: string, name: string) =>
  new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(page)?.[1];
/** Sends the form and returns the page it leads to. */
async function sent(fields: Record<string, string>): Promise<string> {
  const { status, headers } = await admin.form(CALL, { zone: ZONE, ...fields });
  expect(status).toBe(303);
  return await html(admin, headers.get('location')!);
}
/** Returns the cash of a trader's account in the newest season. */
async function cashOf({ userId }: Client): Promise<number> {
  const accounts = await server.sql<{ cash: string }[]>`
    select cash from accounts where user_id = ${userId} order by season_id desc limit 1`;
  return Number(accounts[0]!.cash);
}

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
  isMonthly: 'false',
};
const ENGLISH = [
  'The season starts on 1 Mar 2131 10:00 GMT+2.',
  'The season ends on 1 Apr 2131 10:00 GMT+3.',
  'The prize pool is ₪2,500.',
  'Everyone starts with $50,000.',
  'Prizes: place 1 ₪1,250 · place 2 ₪750 · place 3 ₪500.',
  'The winners are provisional for 48 hours after the end',
  'Shares under $2.50 cannot be bought or shorted.',
  'At most 20% of the starting cash ($10,000) can be in one symbol, long or short.',
];
const HEBREW = ['העונה מתחילה ב־', 'קופת הפרסים: ₪2,500.', 'כולם מתחילים עם $50,000.'];

describe('before it is saved', () => {
  test('the terms are worded in both languages, and nothing changes', async () => {
    const details = (await ann.get('/api/competition-details')).json;
    const { status, json } = await admin.post<{ saved: boolean; en: string[]; he: string[] }>(CALL, {
      ...TERMS,
      minPrice: '2.5',
      reviewHours: 48,
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
    // decimals come back as they were understood
    for (const [name, typed] of Object.entries(TERMS))
      expect([name, typedIn(checked, name)]).toEqual([name, name === 'minPrice' ? '2.5' : typed]);
    expect(checked).toContain('value="save"');
    const fields = await sent({ ...TERMS, step: 'change' });
    expect([typedIn(fields, 'startCash'), typedIn(fields, 'startsAt')]).toEqual(['50,000', TERMS.startsAt]);
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
    ['reviewHours', '', 'Review time is a whole number'],
    ['startsAt', '2027-03-26T02:30', 'The clocks skip that time. Choose another.'],
    ['startsAt', '2001-01-01T10:00', 'That time is in the past.'],
    ['endsAt', '2131-02-01T10:00', 'The end must be after the start.'],
    ['endsAt', 'soon', 'Enter a valid date and time.'],
  ])('%s typed as %j is refused with the sentence and shown again', async (name, typed, sentence) => {
    const details = (await ann.get('/api/competition-details')).json;
    for (const step of ['check', 'save']) {
      const page = await sent({ ...TERMS, [name]: typed, step });
      expect(textOf(page)).toContain(sentence);
      expect(typedIn(page, name)).toBe(typed);
      expect(page).not.toContain('value="save"');
    }
    expect((await ann.get('/api/competition-details')).json).toEqual(details);
  });

  test.each([
    [PAGE, CALL, { ...TERMS, step: 'check' }],
    ['/competitions?dialog=edit', '/api/update-competition', { prizePool: '70', endsAt: TERMS.endsAt }],
  ])('a form of %s that is older than another admin’s edit undoes nothing', async (page, call, fields) => {
    const version = typedIn(await html(admin, page), 'version')!;
    expect((await admin.post('/api/update-competition', { prizePool: '900' })).status).toBe(200);
    const { headers } = await admin.form(call, { zone: ZONE, ...fields, version });
    expect(headers.get('location')).toBe(page);
    const again = await html(admin, page);
    expect(textOf(again)).toContain('Somebody else has changed this meanwhile.');
    expect(typedIn(again, 'prizePool')).toBe(fields.prizePool);
    expect((await ann.get('/api/competition-details')).json).toMatchObject({ prizePool: '900.00' });
    const newer = typedIn(again, 'version')!;
    expect(newer).not.toBe(version);
    await admin.form(call, { zone: ZONE, ...fields, version: newer, step: 'save' });
    const saved = (await ann.get<{ prizePool: string }>('/api/competition-details')).json;
    expect(saved.prizePool).not.toBe('900.00');
    const emptied = { prizePool: '50', percents: '100', startsAt: '', endsAt: '', startCash: '100000' };
    const rules = { minPrice: '0', maxShare: '', minHoldMinutes: '0', reviewHours: '72' };
    expect((await admin.post('/api/update-competition', { ...emptied, ...rules })).status).toBe(200);
  });

  test('one press gives a month, a week or a day from a start at ten in the contest’s zone', async () => {
    for (const [length, days] of [
      ['day', [1]],
      ['week', [7]],
      ['month', [28, 29, 30, 31]],
    ] as const) {
      const page = await html(admin, `${PAGE}?length=${length}`);
      expect(textOf(page)).toContain(`Times are in ${ZONE}.`);
      const [start, end] = [typedIn(page, 'startsAt')!, typedIn(page, 'endsAt')!];
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
  const refused = await admin.post<{ code: string }>(CALL, { step: 'save', startCash: '60000' });
  expect([refused.status, refused.json.code]).toEqual([409, 'SETTING_FIXED']);
  expect((await admin.post('/api/update-competition', { startCash: '60000' })).status).toBe(409);
  expect(typedIn(await html(admin, PAGE), 'startCash')).toBe('50000.00');
  expect((await admin.post(CALL, { step: 'save', startCash: '50000' })).status).toBe(200);
});

test.each([
  [PAGE, 'reason'],
  ['/competitions/1', 'reason'],
  ['/competitions?dialog=edit', 'nextCompetitionDate'],
  ['/recordings', 'title'],
])('on %s the field %s has the direction of what an admin types', async (path, name) => {
  const field = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(await html(admin, path));
  expect(field?.[0]).toContain('dir="auto"');
});

const seasonPage = async () => textOf(await html(ann, '/competitions/1'));

test('a larger prize and a later end need no reason, and stand in public with old and new value', async () => {
  expect(await seasonPage()).not.toContain('Changed since the start');
  expect((await admin.post(CALL, { step: 'save', prizePool: '3000' })).status).toBe(200);
  expect((await admin.post(CALL, { step: 'save', endsAt: '2131-04-08T07:00:00Z' })).status).toBe(200);
  const page = await seasonPage();
  expect(page).toMatch(/Changed since the start \d+ \w{3} \d{4} \d\d:\d\d \S+ /);
  expect(page).toMatch(/Since \d+ \w{3} \d{4} \d\d:\d\d \S+, still running/);
  expect(page).toContain('Prize pool: ₪2,500 → ₪3,000');
  expect(page).toMatch(/Ends: 1 Apr 2131 \d\d:\d\d \S+ → 8 Apr 2131/);
  expect(page).not.toContain('Reason:');
});

test.each([
  ['prizePool', '2000', 'Prize pool: ₪3,000 → ₪2,000'],
  ['endsAt', '2131-03-15T10:00', 'Ends: 8 Apr 2131'],
  ['maxShare', '30', '20% → 30%'],
  ['percents', '100', '50 30 20 → 100'],
  ['hideOpen', 'true', 'Visible → Hidden until closed'],
])('another %s needs a reason, which everyone reads', async (name, typed, line) => {
  const page = await html(admin, PAGE);
  const fields = Object.fromEntries(Object.keys(TERMS).map((key) => [key, typedIn(page, key) ?? 'false']));
  const change = { ...fields, hideOpen: 'false', isMonthly: 'false', startsAt: '', [name]: typed };
  const refused = await sent({ ...change, step: 'save' });
  expect(textOf(refused)).toContain('Give a reason.');
  expect(textOf(await seasonPage())).not.toContain(line);
  const reason = `Because of ${name}.`;
  expect(await sent({ ...change, reason, step: 'check' })).toContain('value="save"');
  await sent({ ...change, reason, step: 'save' });
  const season = await seasonPage();
  expect(season).toContain(line);
  expect(season).toContain(`Reason: ${reason}`);
});

test('an edit of the game info stands there too; the text of the next date and what comes before a start do not', async () => {
  const linesBefore = (await seasonPage()).split('→').length;
  await admin.post('/api/update-competition', { nextCompetitionDate: 'soon' });
  expect((await seasonPage()).split('→').length).toBe(linesBefore);
  await admin.post('/api/update-competition', { prizePool: '100' });
  expect(await seasonPage()).toContain('Prize pool: ₪2,000 → ₪100');
  await admin.post('/api/toggle-competition', { active: false });
  await admin.post('/api/update-competition', { prizePool: '200' });
  expect(await seasonPage()).not.toContain('→ ₪200');
});

test('the books of a season whose accounts waited for their cash add up, and the next one has its own', async () => {
  later += 180_000;
  expect((await verifySeason(server.services, 1)).standings).toBe(2);
  expect((await admin.post(CALL, { step: 'save', startCash: '70000' })).status).toBe(200);
  expect(server.services.seasons.current()!.startCash).toBe('50000.00');
  await admin.post('/api/toggle-competition', { active: true });
  expect(await cashOf(ann)).toBe(70_000);
});

test('with “Again every month” an end plans the next season a month later, unless a start is planned', async () => {
  const { seasons } = server.services;
  const monthly = await admin.post<{ en: string[] }>(CALL, {
    step: 'save',
    isMonthly: true,
    reason: 'Loved',
  });
  expect(monthly.json.en.join(' ')).toContain('the next one is planned at the same times a month later');
  const startedAt = seasons.current()!.startedAt!.getTime();
  await admin.post('/api/toggle-competition', { active: false });
  const { startsAt, endsAt } = seasons.schedule();
  const days = (ms: number | null) => (ms! - startedAt) / 86_400_000;
  expect(days(startsAt)).toBeWithin(27.9, 31.1);
  expect(days(endsAt)).toBeGreaterThanOrEqual(days(startsAt));
  expect(textOf(await html(ann, '/competitions'))).toContain('Starts automatically');

  later += 60_000;
  await admin.post('/api/toggle-competition', { active: true });
  const planned = new Date(Date.now() + later + 86_400_000).toISOString();
  await admin.post('/api/update-competition', {
    endsAt: new Date(Date.now() + later + 3_600_000).toISOString(),
  });
  await admin.post('/api/update-competition', { startsAt: planned, nextCompetitionDate: '3.8' });
  // the present season's end comes first, then the next start; the free text is not used
  const next = formatMoment(Date.parse(planned), { zone: server.services.settings.contestZone });
  for (const [reader, path, words] of [
    [ann, '/competitions', /Ends in .*The next season starts automatically (.*)/],
    [server.visitor(), '/competitions', /Ends in .*The next season starts automatically (.*)/],
    [ann, '/', /Ends in .*Next competition (.*)/],
    [server.visitor(), '/', /Ends in .*Next season: (.*)/],
  ] as const) {
    const text = textOf(await html(reader, path));
    expect([path, words.exec(text)?.[1]?.slice(0, next.length)]).toEqual([path, next]);
    expect(text).not.toContain('3.8');
  }
  later += 3_600_001;
  await seasons.keepSchedule();
  expect(seasons.active()).toBe(false);
  expect(seasons.schedule()).toEqual({ startsAt: Date.parse(planned), endsAt: null });
});

test('after its end, /rules and the page of a join link tell of the next season alone', async () => {
  const { number } = server.services.seasons.current()!;
  const { json } = await admin.post<{ code: string }>('/api/join-links', {
    label: 'Class',
    uses: 9,
    days: 9,
  });
  for (const path of ['/rules', `/join/${json.code}`]) {
    const page = await html(server.visitor(), path);
    const facts = textOf(/<section[^>]* aria-labelledby="season".*?<\/section>/s.exec(page)![0]);
    const start = formatMoment(server.services.seasons.schedule().startsAt!, { zone: 'UTC' });
    expect([path, facts]).toEqual([path, expect.stringContaining(`Season ${number + 1} `)]);
    expect(facts.replaceAll(/[\u2066-\u2069]/g, '')).toContain(start);
    expect(facts).toContain('Ends Not set yet');
    expect(page).not.toContain(`href="/competitions/${number + 1}"`);
  }
});
