/** The home page of a member: its cards, and the first steps. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let admin: Client;
let ann: Client & { userId?: number };
beforeAll(async () => {
  server = await startServer();
  admin = await server.admin();
  ann = await server.register('ann');
});
afterAll(() => server?.stop());

const html = { accept: 'text/html' };
const main = async (who: Client) => {
  const { status, text } = await who.get('/', html);
  expect(status).toBe(200);
  return text.slice(text.indexOf('<main'), text.indexOf('</main>'));
};
const words = (page: string) => page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
/** The number of ticked steps; null without the card. */
const ticked = (page: string) =>
  page.includes('id="home-steps"') ? [...page.matchAll(/home-ticked/g)].length : null;
const trade = (action: string) =>
  ann.post('/api/trade', { user_id: ann.userId, symbol: 'AAPL', action, quantity: 2 });

test('before a season: no invented figures', async () => {
  const page = words(await main(ann));
  expect(page).not.toContain('Your place');
  expect(page).toContain('No open positions.');
  expect(page).not.toContain('Newest recording');
});

test('season, own place, positions, movers, recording', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  await admin.post('/api/recordings', { title: 'How to wait', url: 'https://example.com/wait' });
  expect((await trade('buy')).status).toBe(200);
  await server.services.leaderboard.pass(true);
  const page = await main(ann);
  const text = words(page);
  expect(text).toMatch(/Prize pool ₪ ?50\b.*Your place 1 of 1.*Season 1 is live/);
  expect(text).toMatch(/Portfolio value today \$(100,0|99,9)\d\d\.\d\d/);
  // too few points for a curve
  expect(text).toMatch(/appears after a few minutes of trading\. Positions/);
  expect(text).toMatch(/Positions 1 .*AAPL Long 2/);
  expect(text).toContain('How to wait');
  expect([...page.matchAll(/home-mover"/g)]).toHaveLength(5);
  // each with its curve since the last close
  expect([...page.matchAll(/<path d="M-2 26l[-\d ]+l2 0V26"/g)]).toHaveLength(5);
  const other = await ann.get('/home', html);
  expect([other.status, other.headers.get('location')]).toEqual([303, '/']);
  // an admin trades to try things and is never ranked
  expect(words(await main(admin))).not.toContain('Portfolio value today');
});

test('practice: what it begins with, then its own value with the ways in', async () => {
  const fay = await server.register('fay');
  const practice = async () => /id="home-practice".*?<\/section>/s.exec(await main(fay))![0];
  expect(words(await practice())).toMatch(/Practice \$100,000\.00 Always open, without a prize Trade/);
  expect(await practice()).toMatch(/btn-secondary" href="\/practice"/);
  const order = { user_id: fay.userId, symbol: 'AAPL', action: 'buy', quantity: 100, game: 'practice' };
  expect((await fay.post('/api/trade', order)).status).toBe(200);
  expect(words(await practice())).toMatch(/Practice \$(99,9|100,0)\d\d\.\d\d \S+ \(\S+\) Portfolio Trade/);
});

test('first steps are ticked by what was done, and closed for good', async () => {
  expect(ticked(await main(ann))).toBe(1);
  await ann.get('/leaderboards', html);
  await until(async () => ticked(await main(ann)) === 2);
  await ann.get('/portfolio', html);
  await until(async () => ticked(await main(ann)) === 3);
  await trade('sell');
  expect(words(await main(ann))).toContain('First steps done');
  const { status, headers } = await ann.form('/api/first-steps/close', {});
  expect([status, headers.get('location')]).toEqual([303, '/profile']);
  expect(ticked(await main(ann))).toBeNull();
  const { owned, active } = await server.services.shop.wallet(ann.userId!);
  expect([...owned]).toEqual(['theme_0', 'badge_1', 'banner_1']);
  expect([active.banner, active.badge]).toEqual(['banner_1', 'badge_1']);
  // the reward is given once, and only for all four steps
  expect((await ann.form('/api/first-steps/close', {})).headers.get('location')).toBe('/');
  const early = await server.register();
  expect((await early.form('/api/first-steps/close', {})).headers.get('location')).toBe('/');
  expect([...(await server.services.shop.wallet(early.userId!)).owned]).toEqual(['theme_0']);
  const again = await server.login('ann', 'pass of ann');
  expect(ticked(await main(again))).toBeNull();
  expect(ticked(await main(await server.register('ben')))).toBe(0);
});

test('who traded and has no way back is told so, until there is one', async () => {
  const lacks = async (who: Client) =>
    words(await main(who)).includes('You have no way back into this account.');
  const eve = await server.register('eve');
  expect(await lacks(eve)).toBe(false);
  await eve.post('/api/trade', { user_id: eve.userId, symbol: 'AAPL', action: 'buy', quantity: 1 });
  expect(await lacks(eve)).toBe(true);
  expect(words(await main(eve))).toContain('Save recovery codes');
  expect((await eve.post('/api/recovery-codes')).status).toBe(200);
  expect(await lacks(eve)).toBe(false);
  // an e-mail address does not help where no mail is sent
  await server.sql`delete from recovery_codes where user_id = ${eve.userId!}`;
  await server.sql`update users set email = 'eve@mail.example' where id = ${eve.userId!}`;
  expect(await lacks(eve)).toBe(true);
});

test('the strip says how long the season goes on; once it is over, when the next one starts, whatever end was planned', async () => {
  const plan = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 30_000).toISOString();
  const strip = async () =>
    /(Prize pool|Season [12]).*?(?=Portfolio value)/s.exec(words(await main(ann)))?.[0];
  const card = async () => words((await ann.get('/competitions', html)).text);
  await admin.post('/api/update-competition', { endsAt: plan(50), prizePool: '1234.50' });
  expect(await strip()).toMatch(/Ends in 2d 02:00:\d\d Trade/);
  // exact, never rounded up
  expect(await strip()).toContain('1,234.50');
  const about = /name="description" content="([^"]*)"/.exec(
    (await ann.get('/competitions/1', html)).text,
  )?.[1];
  expect(about).toBe('Season 1 on Paperpit: prize pool ₪1,234.50, its rules and its proof.');
  expect(await card()).toMatch(/Ends in 2d 02:00:\d\d/);
  await admin.post('/api/toggle-competition', { active: false });
  expect(await strip()).toMatch(/Season 2 starts Date soon Your seat \d+ You start with \$100,000/);
  expect(await strip()).not.toContain('Add to calendar');
  // between seasons practice is the only place to trade
  expect(await main(ann)).toMatch(/id="home-practice".*btn-primary" href="\/practice".*landing-now/s);
  expect((await ann.get('/next-season.ics')).status).toBe(404);
  expect(await card()).not.toContain('Ends');
  await admin.post('/api/update-competition', { startsAt: plan(26) });
  expect(await strip()).toMatch(/Season 2 starts \w{3}, .* In 1d 02:00:\d\d Your seat .* Add to calendar/);
  expect(await strip()).toMatch(/Buy · opens \w{3}, \d+ \w{3}.*Results of season 1/);
  expect((await ann.get('/practice', html)).text).toMatch(
    /Next season: .*<a [^>]*href="\/next-season\.ics">Add to calendar</s,
  );
  const calendar = (await ann.get('/next-season.ics')).text;
  expect(calendar).toMatch(/DTSTART:\d{8}T\d{6}Z\r\n/);
  expect(calendar).toContain('SUMMARY:Paperpit: Season 2 starts');
  // the planned end is gone, because the season was ended by hand
  expect(await card()).not.toContain('Ends automatically');
});

test('between two seasons visitors and the rules read the start cash of the next one', async () => {
  await admin.post('/api/update-competition', { startCash: '50000' });
  for (const path of ['/', '/rules']) {
    const read = async () => words((await server.visitor().get(path, html)).text);
    await until(async () => (await read()).includes('Everyone starts with $50,000'));
    expect(await read()).not.toContain('$100,000');
  }
});
