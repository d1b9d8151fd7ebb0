/** The prize pool and its split among places: set by an admin, shown in the rules, and paid out to winners. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import errors from '#locales/en/errors.json' with { type: 'json' };
import { createClaims } from '#services/prizes/claims.ts';
import { createDecisions } from '#services/prizes/decisions.ts';
import { readPrizeDesk } from '#services/prizes/desk.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { type HeldMarket, heldMarket } from '../helpers/held-market.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let market: HeldMarket;
let admin: Client;
let ann: Client;
let bob: Client;
let cid: Client;
let dan: Client;

beforeAll(async () => {
  market = heldMarket({ AAPL: '100', TSLA: '50' });
  server = await startServer({ market });
  admin = await server.admin();
  [ann, bob, cid, dan] = [
    await server.register('ann'),
    await server.register('bob'),
    await server.register('cid'),
    await server.register('dan'),
  ];
  await admin.post('/api/update-competition', { prizePool: '100.01' });
});
afterAll(() => server?.stop());

const html = async (who: Client, path: string) => (await who.get(path, { accept: 'text/html' })).text;
const text = async (who: Client, path: string) => textOf(await html(who, path));
const leave = async ({ username, password, ...who }: Client) =>
  (await who.post('/api/account/delete', { username, password })).json;
/** Returns "bob ₪40" for each winner of a final table. */
const winnersIn = (page: string) =>
  [...page.matchAll(/<tr[^>]*>.*?<\/tr>/gs)].flatMap(([row]) => {
    const prize = /<td class="prize">(.*?)<\/td>/s.exec(row)?.[1];
    const name = /\b(ann|bob|cid|dan)\b/.exec(row)?.[1];
    return prize && name ? [`${name} ${textOf(prize)}`] : [];
  });

test('the first place takes all until an admin splits the pool, and the rules say each', async () => {
  const visitor = server.visitor();
  expect(await text(dan, '/competitions')).toContain('First place takes the prize pool.');
  expect(await text(admin, '/admin/prizes')).toContain('Place 1 ₪100.01');
  expect((await admin.get('/api/competition-details')).json).not.toHaveProperty('prizeSplit');

  const { json } = await admin.post('/api/prize-split', { percents: '50 30 20' });
  expect(json).toEqual({ prizePool: '100.01', nextCompetitionDate: '3.8', prizeSplit: [50, 30, 20] });
  const rule = 'Prizes: place 1 ₪50.01 · place 2 ₪30 · place 3 ₪20.';
  for (const path of ['/competitions', '/rules']) {
    expect(await text(visitor, path)).toContain(rule);
    expect(await text(visitor, path)).not.toMatch(/First place takes|who share the first share/i);
  }
  expect(await text(visitor, '/')).toContain(
    'The 3 best accounts at the end of the season share the prize pool.',
  );
  expect(await text(admin, '/admin/prizes')).toContain('Place 1 ₪50.01 Place 2 ₪30 Place 3 ₪20');
  expect(await text(admin, '/admin/audit')).toMatch(
    /Percents of the places: 100 .*Percents of the places: 50 30 20/,
  );
});

test.each([
  ['60 30', 'The percents must add up to 100.'],
  ['half', 'Type 1 to 10 whole percents, the first place first, like 50 30 20.'],
])('percents typed as %j come back with the reason, and nothing changes', async (percents, reason) => {
  const answer = await admin.form('/api/prize-split', { percents });
  expect(answer.status).toBe(303);
  const page = await html(admin, '/admin/prizes');
  expect(textOf(page)).toContain(reason);
  expect(/<input[^>]*name="percents"[^>]*>/.exec(page)?.[0]).toContain(`value="${percents}"`);
  expect(await html(admin, '/admin/prizes')).toContain('value="50 30 20"');
});

test('two at place 1 share the prizes of two places, the odd agora goes to the lower id, and a disqualification moves them', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  const buy = (who: Client, symbol: string) =>
    who.post('/api/trade', { user_id: who.userId, symbol, action: 'buy', quantity: 10 });
  for (const who of [ann, bob]) expect((await buy(who, 'AAPL')).status).toBe(200);
  for (const who of [cid, dan]) expect((await buy(who, 'TSLA')).status).toBe(200);
  market.set('AAPL', '103');
  market.set('TSLA', '51');
  await server.services.leaderboard.pass(true);
  // a season of practice
  expect(await text(cid, '/leaderboards')).not.toContain('to the prize');
  // seasons on a held market are practice, without prizes; a season without stored terms has prizes
  await server.sql`update seasons set terms = null`;
  await admin.post('/api/toggle-competition', { active: false });
  const rows = winnersIn(await html(ann, '/competitions/1'));
  expect(rows).toEqual(['ann ₪40.01', 'bob ₪40', 'cid ₪10', 'dan ₪10']);

  const taken = { season: 1, username: 'ann', reason: 'Two accounts.' };
  expect((await admin.post('/api/disqualify', taken)).status).toBe(200);
  expect(winnersIn(await html(bob, '/competitions/1'))).toEqual(['bob ₪50.01', 'cid ₪25', 'dan ₪25']);
});

test('each winner reads the prize above every page, and later on the page of the trader', async () => {
  expect(await text(cid, '/help')).toContain('Your prize, once the winners are confirmed: ₪25.');
  expect(await text(bob, '/help')).toContain('Your prize, once the winners are confirmed: ₪50.01.');
  expect(await text(ann, '/help')).not.toContain('Your prize');
  // the next season keeps the split; changing it leaves the prizes of the last one
  await admin.post('/api/toggle-competition', { active: true });
  await admin.post('/api/prize-split', { percents: '100', reason: 'One winner.' });
  expect(winnersIn(await html(bob, '/competitions/1'))).toEqual(['bob ₪50.01', 'cid ₪25', 'dan ₪25']);
  for (const [name, prize] of [
    ['bob', '₪50.01'],
    ['cid', '₪25'],
  ] as const)
    expect(await text(ann, `/traders/${name}`)).toContain(prize);
  expect(await server.sql`select number, prize_split as split from seasons order by number`).toEqual([
    { number: 1, split: [50, 30, 20] },
    { number: 2, split: [100] },
  ] as never);
});

describe('from the end of a season to the payment', () => {
  const lifecycle = { username: 'eve', reason: 'Two accounts.' };
  let seasonNumber: number;
  let winners: Client[];
  const amounts = async () =>
    Object.fromEntries(
      (
        await server.sql<{ username: string; amount: string; status: string }[]>`
          select u.username, w.amount, w.status from season_awards w join users u on u.id = w.user_id
            join seasons s on s.id = w.season_id where s.number = ${seasonNumber} order by w.place, w.user_id`
      ).map(({ username, amount, status }) => [username, `${amount} ${status}`]),
    );
  const table = async () =>
    await server.sql`select r.* from results r join seasons s on s.id = r.season_id where s.number = ${seasonNumber}
      order by row_number`;
  const notices = async (who: Client) =>
    (
      await server.sql<
        { title: { key: string } }[]
      >`select title from notifications where user_id = ${who.userId}
      and topic in ('prize', 'season') order by id`
    ).map(({ title }) => title.key);

  beforeAll(async () => {
    await admin.post('/api/update-competition', { prizePool: '100' });
    await admin.post('/api/prize-split', { percents: '50 30 20', reason: 'Three winners.' });
    winners = [];
    for (const name of ['eve', 'fay', 'gil', 'hal', 'ivy', 'jon', 'kim'])
      winners.push(await server.register(name));
    seasonNumber = 2;
    for (const [i, who] of winners.entries())
      await who.post('/api/trade', {
        user_id: who.userId,
        symbol: 'AAPL',
        action: 'buy',
        quantity: 70 - i * 10,
      });
    market.set('AAPL', '110');
    await server.sql`update seasons set terms = null where status = 'active'`;
    await admin.post('/api/toggle-competition', { active: false });
  });

  test('the winners are provisional, and nobody is offered anything', async () => {
    expect(await amounts()).toEqual({
      eve: '50.00 provisional',
      fay: '30.00 provisional',
      gil: '20.00 provisional',
    });
    const [eve] = winners as [Client];
    expect(await notices(eve)).toEqual(['seasons:over']);
    const claim = { season: seasonNumber, legalName: 'Eve Cohen', contact: 'eve@example.org', isAdult: true };
    expect((await eve.post('/api/prize-claim', claim)).status).toBe(404);
    expect(await leave(eve)).toMatchObject({ message: errors['OPEN_CLAIM.provisional'] });
    const season = (await seasonByNumber(server.sql, seasonNumber))!;
    await eve.post('/api/reports', { username: 'fay', reason: 'cheating', message: 'Two accounts.' });
    const { awards } = await readPrizeDesk(server.services, season);
    expect(
      awards.map(({ username, openReports, isYounger, trades }) => [
        username,
        openReports,
        isYounger,
        trades,
      ]),
    ).toEqual([
      ['eve', 0, true, 1],
      ['fay', 1, true, 1],
      ['gil', 0, true, 1],
    ]);
    const paid = { season: seasonNumber, username: 'eve', note: '' };
    expect((await admin.post('/api/prize-paid', paid)).json).toMatchObject({ code: 'NOT_CONFIRMED' });
  });

  test('a disqualification moves everybody up, and its lift gives the table back to the byte', async () => {
    const firstTable = await table();
    const who = { ...lifecycle, season: seasonNumber };
    expect((await admin.post('/api/disqualify', who)).status).toBe(200);
    expect(await amounts()).toEqual({
      fay: '50.00 provisional',
      gil: '30.00 provisional',
      hal: '20.00 provisional',
    });
    expect(await notices(winners[1]!)).toEqual(['seasons:over', 'seasons:corrected']);
    await until(async () =>
      (await text(winners[1]!, '/help')).includes('Your prize, once the winners are confirmed: ₪50.'),
    );
    expect((await admin.post('/api/disqualify', who)).json).toMatchObject({ code: 'ALREADY_DISQUALIFIED' });
    expect((await admin.post('/api/lift', who)).status).toBe(200);
    expect((await admin.post('/api/lift', who)).json).toMatchObject({ code: 'NOTHING_TO_LIFT' });
    expect(await table()).toEqual(firstTable);
    expect(await amounts()).toMatchObject({ eve: '50.00 provisional' });
    await until(async () =>
      (await text(winners[1]!, '/help')).includes('Your prize, once the winners are confirmed: ₪30.'),
    );
  });

  test('a confirmation of other winners than the admin saw is refused', async () => {
    const who = { ...lifecycle, season: seasonNumber };
    const question = await html(admin, `/admin/prizes/${seasonNumber}?act=confirm`);
    const version = /name="version" value="(\w+)"/.exec(question)![1];
    expect((await admin.post('/api/disqualify', who)).status).toBe(200);
    const confirmed = await admin.post('/api/confirm-winners', { season: seasonNumber, version });
    expect([confirmed.status, confirmed.json.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await admin.post('/api/lift', who)).status).toBe(200);
  });

  test('the confirmation offers the prizes, once', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => admin.post('/api/confirm-winners', { season: seasonNumber })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.json).toMatchObject({ code: 'ALREADY_CONFIRMED' });
    expect(await amounts()).toEqual({ eve: '50.00 offered', fay: '30.00 offered', gil: '20.00 offered' });
    expect((await notices(winners[0]!)).filter((key) => key === 'prizes:offeredTitle')).toHaveLength(1);
    expect(await notices(winners[3]!)).not.toContain('prizes:offeredTitle');
  });

  test('no prize passes the money on and leaves the row, and a lift offers it again', async () => {
    const who = { season: seasonNumber, username: 'eve', reason: 'Works here.', isPublic: 'true' };
    const firstTable = await table();
    expect((await admin.post('/api/no-prize', who)).status).toBe(200);
    expect(await table()).toEqual(firstTable);
    expect(await amounts()).toEqual({
      eve: '50.00 withdrawn',
      fay: '50.00 offered',
      gil: '30.00 offered',
      hal: '20.00 offered',
    });
    expect((await notices(winners[1]!)).at(-1)).toBe('prizes:changedTitle');
    expect((await notices(winners[0]!)).at(-1)).toBe('prizes:withdrawnTitle');
    expect((await admin.post('/api/lift', who)).status).toBe(200);
    expect(await amounts()).toMatchObject({
      eve: '50.00 offered',
      fay: '30.00 offered',
      hal: '20.00 withdrawn',
    });
    const [season] = await server.sql`select corrected_at from seasons where number = ${seasonNumber}`;
    expect(season!.corrected_at).not.toBeNull();
  });

  test('a winner claims, an admin looks once and pays; a paid prize never moves', async () => {
    const [eve, fay, gil] = winners as [Client, Client, Client];
    const claim = { season: seasonNumber, legalName: 'Eve Cohen', contact: '050-1234567', payment: 'Bit' };
    expect((await eve.post('/api/prize-claim', claim)).status).toBe(422);
    for (const contact of ['Eve Cohen', '050-123', '@eve']) {
      const { json } = await eve.post('/api/prize-claim', { ...claim, contact, isAdult: true });
      expect([contact, json]).toMatchObject([
        contact,
        { message: 'Write an e-mail address or a phone number.' },
      ]);
    }
    expect((await eve.post('/api/prize-claim', { ...claim, isAdult: true })).status).toBe(200);
    expect((await winners[3]!.post('/api/prize-claim', { ...claim, isAdult: true })).status).toBe(409);
    expect((await dan.post('/api/prize-claim', { ...claim, isAdult: true })).status).toBe(404);
    const eveWins = { season: seasonNumber, username: 'eve' };
    const fayWins = { season: seasonNumber, username: 'fay', note: '' };
    expect((await fay.post('/api/prize-contact', eveWins)).status).toBe(403);
    expect((await admin.post('/api/prize-contact', eveWins)).json).toEqual({
      legalName: 'Eve Cohen',
      contact: '050-1234567',
      payment: 'Bit',
    });
    expect(await server.sql`select count(*)::int as looks from audit where action = 'claim_shown'`).toEqual([
      { looks: 1 },
    ] as never);
    expect((await admin.post('/api/prize-paid', fayWins)).json).toMatchObject({ code: 'NOT_CLAIMED' });
    // a page from before a decision that gave eve another amount
    const asks = await html(admin, `/admin/prizes/${seasonNumber}?act=paid&username=eve`);
    const version = /name="version" value="([^"]+)"/.exec(asks)![1];
    const setAmount = (amount: string) =>
      server.sql`update season_awards set amount = ${amount} where user_id = ${eve.userId}`;
    await setAmount('60');
    const payment = { ...eveWins, note: 'Bank transfer', version };
    expect((await admin.post('/api/prize-paid', payment)).json).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    await setAmount('50');
    // staff that has won before still gets the money
    const role = (next: string) => admin.post('/api/role', { username: 'eve', role: next, reason: 'Helps.' });
    expect((await role('admin')).status).toBe(200);
    expect(await html(admin, `/admin/prizes/${seasonNumber}?act=paid&username=eve`)).toContain(
      'name="version"',
    );
    expect((await admin.post('/api/prize-paid', payment)).status).toBe(200);
    expect((await role('trader')).status).toBe(200);
    expect((await admin.post('/api/prize-paid', { ...eveWins, note: '' })).json).toMatchObject({
      code: 'PRIZE_PAID',
    });
    expect((await admin.post('/api/no-prize', { ...eveWins, reason: 'Late.' })).json).toMatchObject({
      code: 'PRIZE_PAID',
    });
    expect((await gil.post('/api/prize-decline', { season: seasonNumber })).status).toBe(200);
    expect((await gil.post('/api/prize-decline', { season: seasonNumber })).json).toMatchObject({
      code: 'CLAIM_OVER',
    });
    expect(await amounts()).toEqual({
      eve: '50.00 paid',
      fay: '30.00 offered',
      gil: '20.00 declined',
      hal: '20.00 offered',
    });
  });

  test('an account with an open prize cannot be deleted', async () => {
    expect(await leave(winners[1]!)).toMatchObject({ code: 'OPEN_CLAIM', message: errors.OPEN_CLAIM });
  });

  test('a prize nobody claims lapses after 30 days and is offered to the next place, once', async () => {
    await server.sql`update season_awards set answer_by = now() - interval '1 hour' where status = 'offered'
      and user_id = ${winners[1]!.userId}`;
    await Promise.all([1, 2, 3].map(() => server.services.claims.lapse()));
    expect(await amounts()).toEqual({
      eve: '50.00 paid',
      fay: '30.00 lapsed',
      gil: '20.00 declined',
      hal: '30.00 offered',
      ivy: '20.00 offered',
    });
    expect((await notices(winners[3]!)).filter((key) => key === 'prizes:changedTitle')).toHaveLength(1);
    const late = { season: seasonNumber, legalName: 'Fay Levi', contact: 'fay@example.org', isAdult: true };
    expect((await winners[1]!.post('/api/prize-claim', late)).json).toMatchObject({ code: 'CLAIM_OVER' });
  });

  test('a prize that falls to a deleted account goes on to the next place', async () => {
    const [, , , hal, , jon] = winners;
    const account = { username: 'jon', password: jon!.password };
    expect((await jon!.post('/api/account/delete', account)).status).toBe(200);
    await server.sql`update users set leaves_at = now() - interval '1 minute' where id = ${jon!.userId}`;
    await server.services.leaving.carryOut();
    expect((await hal!.post('/api/prize-decline', { season: seasonNumber })).status).toBe(200);
    await server.services.claims.lapse();
    expect(await amounts()).toMatchObject({
      hal: '30.00 declined',
      ivy: '30.00 offered',
      kim: '20.00 offered',
    });
  });

  test('a claim that is being stored when the prize lapses wins, and stays', async () => {
    const [, , , , ivy] = winners;
    await server.sql`update season_awards set answer_by = now() + interval '60 days'
      where status = 'offered' and user_id <> ${ivy!.userId}`;
    // the claim stops before its commit
    await server.sql.unsafe(`
      create function wait_claim() returns trigger language plpgsql as $$ begin
        if new.status = 'claimed' then perform pg_advisory_xact_lock(42); end if;
        return new; end $$;
      create trigger wait_claim before update on season_awards for each row execute function wait_claim()`);
    const held = await server.sql.reserve();
    await held`select pg_advisory_lock(42)`;
    const waiting = (count: number) =>
      until(
        async () =>
          (
            await held`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          ).count >= count,
      );
    const claim = { season: seasonNumber, legalName: 'Ivy Cohen', contact: 'ivy@example.org', isAdult: true };
    const claimed = ivy!.post('/api/prize-claim', claim);
    await waiting(1);
    const late = { ...server.services, clock: { now: () => Date.now() + 31 * 86_400_000 } };
    const lapsed = createClaims(late, createDecisions(late)).lapse();
    await waiting(2);
    await held`select pg_advisory_unlock(42)`;
    held.release();
    expect((await claimed).status).toBe(200);
    await lapsed;
    expect(await amounts()).toMatchObject({ ivy: '30.00 claimed', kim: '20.00 offered' });
    await server.sql.unsafe('drop trigger wait_claim on season_awards; drop function wait_claim');
    await server.sql`update season_awards set status = 'offered', claim = null, claimed_at = null
      where status = 'claimed'`;
  });

  test('a prize that cannot lapse keeps no other from lapsing, and lapses in the next run', async () => {
    await server.sql`update season_awards set answer_by = now() - interval '1 hour' where status = 'offered'`;
    await server.sql.unsafe(`
      create function refuse_ivy() returns trigger language plpgsql as $$ begin
        if new.user_id = ${winners[4]!.userId} and new.status = 'lapsed' then raise exception 'refused'; end if;
        return new; end $$;
      create trigger refuse_ivy before update on season_awards for each row execute function refuse_ivy()`);
    await expect(server.services.claims.lapse()).rejects.toThrow('refused');
    await server.sql.unsafe('drop trigger refuse_ivy on season_awards; drop function refuse_ivy');
    expect(await amounts()).toMatchObject({ ivy: '30.00 offered', kim: '20.00 lapsed' });
    await server.services.claims.lapse();
    expect(await amounts()).toMatchObject({ ivy: '30.00 lapsed', kim: '20.00 lapsed' });
  });

  test('name and contact are erased 30 days after the payment', async () => {
    const claims = () => server.sql`select count(*)::int as n from season_awards where claim is not null`;
    await server.services.claims.erase();
    expect(await claims()).toEqual([{ n: 1 }] as never);
    await server.sql`update season_awards set paid_at = paid_at - interval '31 days' where paid_at is not null`;
    await server.services.claims.erase();
    expect(await claims()).toEqual([{ n: 0 }] as never);
  });
});

test('a winner who becomes an admin and trades after the end keeps the row when the table is ranked again', async () => {
  await admin.post('/api/toggle-competition', { active: true });
  const buy = (who: Client) =>
    who.post('/api/trade', { user_id: who.userId, symbol: 'AAPL', action: 'buy', quantity: 1 });
  for (const who of [bob, cid, dan]) expect((await buy(who)).status).toBe(200);
  await admin.post('/api/toggle-competition', { active: false });
  const role = { username: 'bob', role: 'admin', reason: 'Runs it with us.' };
  expect((await admin.post('/api/role', role)).status).toBe(200);
  expect((await buy(bob)).status).toBe(200);
  const taken = { season: 3, username: 'dan', reason: 'Two accounts.' };
  expect((await admin.post('/api/disqualify', taken)).status).toBe(200);
  const rows = await server.sql<{ username: string }[]>`
    select u.username from results r join users u on u.id = r.user_id join seasons s on s.id = r.season_id
    where s.number = 3 and u.username in ('bob', 'cid', 'dan') order by r.row_number`;
  expect(rows.map(({ username }) => username)).toEqual(['bob', 'cid', 'dan']);
});
