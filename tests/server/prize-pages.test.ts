/** What pages say about winners: provisional, confirmed, corrected; the admin's next step, and the winner's page. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const UNTIL = /Provisional until \d+ \w{3} \d{4} \d\d:\d\d (UTC|GMT[+]\d)/;
const LATE = 'Provisional: the winners are not confirmed yet';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
let bob: Client;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100' });
  server = await startServer({ market, env: { MARKET_SEED: '' } });
  admin = await server.admin();
  [ann, bob] = [await server.register('ann'), await server.register('bob')];
  await admin.post('/api/update-competition', { prizePool: '300' });
  await admin.post('/api/prize-split', { percents: '70 30' });
  await admin.post('/api/toggle-competition', { active: true });
  for (const [trader, quantity] of [
    [ann, 20],
    [bob, 10],
  ] as const)
    await trader.post('/api/trade', { user_id: trader.userId, symbol: 'AAPL', action: 'buy', quantity });
  market.set('AAPL', '130');
  await server.services.leaderboard.pass(true);
});
afterAll(() => server?.stop());

const html = async (who: Client, path: string) => (await who.get(path, { accept: 'text/html' })).text;
/** Makes each address a new one, so that visitors get no stored page. */
let looks = 0;
const text = async (who: Client, path: string) => {
  const page = await html(who, `${path}${path.includes('?') ? '&' : '?'}look=${++looks}`);
  return textOf(/<body.*/s.exec(page)![0]);
};
const csv = async () => {
  const { headers, text } = await bob.get('/api/season-results/1');
  return {
    name: headers.get('content-disposition'),
    results: text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').at(-1)),
  };
};

test('the review time is set by an admin, refused beyond 14 days with what was typed, and told in the rules', async () => {
  const { headers } = await admin.form('/api/prize-review', { hours: '337' });
  const page = await html(admin, headers.get('location')!);
  expect(page).toMatch(/name="hours"[^>]*value="337"|value="337"[^>]*name="hours"/);
  expect(textOf(page)).toContain('Review time is a whole number of hours from 0 to 336.');
  await admin.form('/api/prize-review', { hours: '48', reason: 'The banks rest.' });
  for (const path of ['/rules', '/competitions']) {
    const rules = await text(server.visitor(), path);
    expect(rules).toContain(
      'The winners are provisional for 48 hours after the end, and final once an admin confirms them.',
    );
    expect(rules).toContain(
      'A winner has 30 days to claim the prize; then it goes to the next place that may win one.',
    );
  }
});

test.each([
  ['/api/prize-split', { percents: '60 40' }, { percents: '70 30' }, '70 30 → 60 40'],
  ['/api/prize-review', { hours: '47' }, { hours: '48' }, '48 → 47'],
])('while a season runs, %s needs a reason that everyone reads', async (path, fields, previous, change) => {
  const { headers } = await admin.form(path, fields);
  const page = await html(admin, headers.get('location')!);
  expect(textOf(page)).toContain('Give a reason.');
  expect(page).toContain(`value="${Object.values(fields)[0]}"`);
  expect(await text(ann, '/competitions/1')).not.toContain(change);
  const reason = 'More winners.';
  expect((await admin.post(path, { ...fields, reason })).status).toBe(200);
  expect(await text(ann, '/competitions/1')).toMatch(new RegExp(`${change} Reason: ${reason}`));
  expect((await admin.post(path, { ...previous, reason })).status).toBe(200);
});

test('before its end a season has no winners to look at', async () => {
  expect(await text(admin, '/admin/prizes/1')).toContain('The season is not over: nobody has won yet.');
  expect((await admin.get('/admin/prizes/2', { accept: 'text/html' })).status).toBe(404);
  expect(await text(admin, '/admin/prizes')).toContain('No season with a prize has ended yet.');
});

test('after the end every page says until when the winners are provisional', async () => {
  await admin.post('/api/toggle-competition', { active: false });
  const visitor = server.visitor();
  for (const path of ['/competitions/1', '/competitions', '/'])
    expect(await text(visitor, path)).toMatch(UNTIL);
  expect(await text(ann, '/')).toMatch(UNTIL);
  expect(await text(ann, '/portfolio')).toContain('Your prize, once the winners are confirmed: ₪210.');
  expect(await csv()).toEqual({
    name: 'attachment; filename="paperpit-season-1-provisional.csv"',
    results: ['result', 'provisional', 'provisional'],
  });
  // waiting makes nothing final
  await server.sql`update seasons set ended_at = ended_at - interval '49 hours'`;
  expect(await text(visitor, '/competitions/1')).toContain(LATE);
  expect(await text(visitor, '/competitions/1')).not.toMatch(UNTIL);
});

test('admins alone are told to confirm, with the open reports among the winners', async () => {
  await server.register('helper');
  await admin.post('/api/role', { username: 'helper', role: 'moderator', reason: 'Helps' });
  const helper = server.visitor();
  await helper.post('/api/login', { username: 'helper', password: 'pass of helper' });
  expect(await text(admin, '/admin')).toContain(
    'Confirm the winners of season 1: no open reports among prize places.',
  );
  for (const message of ['Two accounts', 'Again'])
    await (message === 'Again' ? bob : await server.register('cid')).post('/api/reports', {
      username: 'ann',
      reason: 'other',
      message,
    });
  const desk = await text(admin, '/admin');
  expect(desk).toContain('Confirm the winners of season 1: 2 open reports among prize places.');
  expect(desk).toContain('1 season with winners to confirm');
  expect(desk).toContain('2 things wait');
  const { status, text: page } = await helper.get('/admin', { accept: 'text/html' });
  expect(status).toBe(200);
  expect(textOf(page)).not.toContain('winners');
  expect(textOf(page)).toContain('1 thing waits');
  expect((await helper.get('/admin/prizes/1', { accept: 'text/html' })).status).toBe(403);
});

test('a question names the trader and what happens; an unknown name is told at its field', async () => {
  const ask = (query: Record<string, string>) =>
    text(admin, `/admin/prizes/1?${new URLSearchParams({ reason: 'Why', ...query })}`);
  expect(await ask({ act: 'disqualify', username: 'ANN' })).toContain(
    'Disqualify in season 1? AN ann Place 1 of 2',
  );
  expect(await ask({ act: 'no_prize', username: 'ann' })).toContain('Only admins read the reason.');
  expect(await ask({ act: 'no_prize', username: 'nobody' })).toContain('Trader not found.');
  // a prize that nobody claimed cannot be paid
  expect(await ask({ act: 'paid', username: 'ann' })).not.toContain('Is the prize of season 1 paid?');
  expect(await ask({ act: 'confirm' })).toContain('ann Prize of place 1 ₪210 bob Prize of place 2 ₪90');
});

test('a confirmed winner is led to the prize; what was typed stays after a refusal', async () => {
  expect(await text(bob, '/prize')).toContain('No prize waits for you.');
  expect((await server.visitor().get('/prize', { accept: 'text/html' })).headers.get('location')).toBe(
    '/auth?next=%2Fprize',
  );
  expect(await text(ann, '/competitions/1')).toMatch(/Prize ₪210 (?!Claim|My)/);
  await admin.form('/api/confirm-winners', { season: '1' });
  expect(await text(ann, '/competitions/1')).toContain('Prize ₪210 Claim the prize');
  expect(await text(server.visitor(), '/competitions/1')).not.toMatch(/Provisional(?: until|:)/);
  expect(await html(ann, '/notifications')).toMatch(/<a href="\/prize">You won .?₪210/);
  expect(await text(ann, '/')).toContain('You won ₪210 in season 1. Claim it by');
  const claim = { season: '1', legalName: 'Ann <b>', contact: '1', isAdult: 'true', payment: 'Bit' };
  const { headers } = await ann.form('/api/prize-claim', claim);
  const refused = await html(ann, headers.get('location')!);
  expect(textOf(refused)).toContain('Write an e-mail address or a phone number.');
  for (const value of ['Ann &lt;b&gt;', 'Bit']) expect(refused).toContain(`value="${value}"`);
  await ann.form('/api/prize-claim', { ...claim, contact: 'ann@mail.example' });
  expect(await text(ann, '/prize')).toContain('You claimed it on');
  expect(await text(ann, '/competitions/1')).toContain('Prize ₪210 My prizes');
  expect(await text(admin, '/admin')).toContain('1 prize to pay');
});

test('the contact is shown once, to admins', async () => {
  const { headers } = await admin.form('/api/prize-contact', { season: '1', username: 'ann' });
  expect(await text(admin, headers.get('location')!)).toContain('ann@mail.example');
  expect(await text(admin, '/admin/prizes/1')).not.toContain('ann@mail.example');
  expect((await bob.post('/api/prize-contact', { season: 1, username: 'ann' })).status).toBe(403);
});

/** Six characters of an address each. */
const LONG = 'א'.repeat(400);
/** Posts a refused decision from its question. @returns the question after it */
async function refusedQuestion(act: string, call: string, fields: Record<string, string>): Promise<string> {
  const referer = `${server.url}/admin/prizes/1?${new URLSearchParams({ act, ...fields })}`;
  const { headers } = await admin.form(call, fields, { referer });
  return await text(admin, headers.get('location')!);
}

test('the note of a refused payment is in its question again', async () => {
  const payment = { season: '1', username: 'ann', note: LONG, version: 'older' };
  expect(await refusedQuestion('paid', '/api/prize-paid', payment)).toMatch(
    /Is the prize of season 1 paid\?.*א{400}/,
  );
});

test('a change after the confirmation is marked as a correction, with the public reason', async () => {
  expect((await csv()).results).toEqual(['result', 'final', 'final']);
  const ruling = { season: '1', username: 'bob', reason: 'Works for us', isPublic: 'true' };
  await admin.form('/api/no-prize', ruling);
  // the question of a refused ruling has what was typed
  const question = `/admin/prizes/1?${new URLSearchParams({ act: 'no_prize', ...ruling })}`;
  const refused = await admin.form('/api/no-prize', ruling, { referer: server.url + question });
  expect(refused.headers.get('location')).toBe(question);
  expect(await text(admin, question)).toMatch(
    /No prize in season 1\?.*Works for us.*bob gets no prize already/,
  );
  // also a reason that is too long for an address
  expect(await refusedQuestion('no_prize', '/api/no-prize', { ...ruling, reason: LONG })).toMatch(
    /No prize in season 1\? BO bob .* Everybody reads the reason\. א{400}/,
  );
  const page = await text(server.visitor(), '/competitions/1');
  expect(page).toMatch(/Corrected on \d+ \w{3} \d\d:\d\d/);
  expect(page).toContain('No prize: Works for us');
  expect((await csv()).results).toEqual(['result', 'corrected', 'corrected']);
  expect(await text(bob, '/prize')).toContain('It is no longer yours');
  expect(await text(admin, '/admin/prizes/1')).toContain('No prize for');
  const lift = await admin.post('/api/lift', { season: 1, username: 'bob', reason: 'A mistake' });
  expect(lift.json).toEqual({ message: 'The decision is lifted.' });
  expect(await text(bob, '/competitions/1')).not.toContain('No prize: Works for us');
  expect(await text(bob, '/prize')).toContain('It is yours.');
});

test('a prize is given up on a page that asks', async () => {
  expect(await text(bob, '/prize?decline=1')).toContain('Give the prize up?');
  await bob.form('/api/prize-decline', { season: '1' });
  const after = await text(bob, '/prize?decline=1');
  expect(after).toContain('You gave it up.');
  expect(after).not.toContain('Give the prize up?');
});
