/**
 * A season that leaves one trader a share of the day's volume, on a bought feed: the terms say so, every fill is measured by the volume
 * of the session before, and every proof of the season knows it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createFmpMarket } from '#market/fmp/market.ts';
import { MarketUnavailableError, type RequestedMarket } from '#market/market.ts';
import { DayVolumes } from '#services/market/day-volumes.ts';
import { verifyBundle } from '#services/verify/bundle.ts';
import { verifySeason } from '#services/verify/verify.ts';
import type { Client } from '../helpers/client.ts';
import { textOf } from '../helpers/draw.tsx';
import { testFolder } from '../helpers/folder.ts';
import { heldMarket } from '../helpers/held-market.ts';
import { type ManualTime, manualTime, STEP_MS, whileTimeRuns } from '../helpers/manual-time.ts';
import { FMP_KEY, type StandIn, standIn } from '../helpers/market-stand-in.ts';
import { HEADER } from '../helpers/price-files.ts';
import { noPython } from '../helpers/python.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { checkInBrowser, checkInPython } from '../helpers/strangers.ts';
import { until } from '../helpers/until.ts';

/** A Tuesday, 13:00 in New York. */
const TUESDAY = Date.parse('2026-06-02T17:00:00Z');
const DAY = 86_400_000;

let time: ManualTime;
let stand: StandIn;
let market: RequestedMarket;
let server: TestServer;
let admin: Client;
let ann: Client;
let ben: Client;

beforeAll(async () => {
  time = manualTime(TUESDAY);
  stand = await standIn({ now: time.now });
  stand.state.prices.set('AAPL', 100).set('MSFT', 100).set('KO', 100);
  // 10 % of it: 100 shares of AAPL, 12.3 of MSFT
  stand.state.volumes.set('AAPL', 1_000).set('MSFT', 123).set('KO', 0);
  market = await createFmpMarket({
    apiKey: FMP_KEY,
    baseUrl: stand.url,
    perMinute: 6_000,
    time,
    warn: () => {},
  });
  // the test's prices jump, and no split is looked up
  market = { ...market, capabilities: { ...market.capabilities, splits: false } };
  server = await startServer({ market, clock: time });
  server.services.dividends.stop();
  server.services.leaderboard.stop();
  admin = await server.admin();
  [ann, ben] = [await server.register('ann'), await server.register('ben')];
});
afterAll(async () => {
  await server?.stop();
  await stand?.stop();
});

type Answer = {
  code?: string;
  reason?: string;
  maxQuantity?: string;
  message?: string;
  en: string[];
  he: string[];
};
const terms = (fields: object) => admin.post<Answer>('/api/season-terms', { step: 'save', ...fields });
const html = async (path: string, language = 'en') =>
  textOf((await server.visitor().get(path, { accept: 'text/html', 'accept-language': language })).text);

/** Trades, and returns the refusal's code and most quantity; null without one. */
async function trade(who: Client, action: string, quantity: number | 'all', more: object = {}) {
  const size = quantity === 'all' ? { closeAll: true } : { quantity };
  // an order fills at a price that is newer than the order
  await time.advance(1_000);
  const body = { user_id: who.userId, symbol: 'AAPL', action, ...size, ...more };
  const { status, json } = await whileTimeRuns(time, who.post<Answer>('/api/trade', body));
  return status === 200 ? null : [status, json.code, json.maxQuantity];
}
const place = (who: Client, body: object) =>
  whileTimeRuns(
    time,
    who.post<Answer & { order: { id: string; status: string } }>('/api/orders', {
      user_id: who.userId,
      symbol: 'AAPL',
      type: 'limit',
      ...body,
    }),
  );

const ENGLISH =
  'What you buy and sell of one symbol in a day can come to at most 10% of its volume in the session before. Beyond that you can only close.';

describe('the terms', () => {
  test('the form, the rules, the season and the link to join say it in both languages', async () => {
    const { status, json } = await terms({ maxVolume: '10' });
    expect([status, json.en]).toEqual([200, expect.arrayContaining([ENGLISH])]);
    const [hebrew] = json.he.filter((sentence) => sentence.includes('10%'));
    const { json: link } = await admin.post<{ code: string }>('/api/join-links', {
      label: 'Class',
      uses: 2,
      days: 7,
    });
    const join = `/join/${link.code}`;
    for (const path of ['/rules', '/competitions', '/competitions/1', join])
      expect([path, await html(path)]).toEqual([path, expect.stringContaining(ENGLISH)]);
    for (const path of ['/he/rules', '/he/competitions', '/he/competitions/1', join])
      expect([path, await html(path, 'he')]).toEqual([path, expect.stringContaining(hebrew!)]);
    expect((await ann.get('/api/competition-details')).json).toMatchObject({ rules: { maxVolume: 10 } });
  });

  test.each(['101', '-1', '7.5', 'some'])('%p is no share of a volume', async (maxVolume) => {
    const { status, json } = await terms({ maxVolume });
    expect([status, json.code]).toEqual([422, 'INVALID']);
  });

  test('after the start it is fixed, and the same value is no change', async () => {
    await admin.post('/api/toggle-competition', { active: true });
    for (const maxVolume of ['20', '']) {
      const { status, json } = await terms({ maxVolume });
      expect([status, json.code, json.reason]).toEqual([409, 'SETTING_FIXED', 'maxVolume']);
    }
    expect((await terms({ maxVolume: '10' })).status).toBe(200);
    const page = (await admin.get('/admin/seasons/next', { accept: 'text/html' })).text;
    expect(page).toMatch(/<input(?=[^>]*name="maxVolume")(?=[^>]*readOnly)[^>]*value="10"/i);
  });
});

describe('fills of a day', () => {
  test('all of the trader’s own count, whichever way, and closing is always allowed', async () => {
    expect(await trade(ann, 'buy', 100.000001)).toEqual([409, 'VOLUME_LIMIT', '100']);
    expect(await trade(ann, 'buy', 60)).toBeNull();
    expect(await trade(ann, 'sell', 20)).toBeNull();
    expect(await trade(ann, 'buy', 21)).toEqual([409, 'VOLUME_LIMIT', '20']);
    expect(await trade(ann, 'buy', 20)).toBeNull();
    expect(await trade(ann, 'buy', 1)).toEqual([409, 'VOLUME_LIMIT', '0']);
    expect(await trade(ann, 'short', 1, { reverse: true })).toEqual([409, 'VOLUME_LIMIT', '0']);
    // the share is per trader and per symbol
    expect(await trade(ben, 'buy', 100)).toBeNull();
    expect(await trade(ann, 'short', 12.3, { symbol: 'MSFT' })).toBeNull();
    expect(await trade(ann, 'short', 1, { symbol: 'MSFT' })).toEqual([409, 'VOLUME_LIMIT', '0']);
    expect(await trade(ann, 'cover', 'all', { symbol: 'MSFT' })).toBeNull();
    expect(await trade(ann, 'sell', 5)).toBeNull();
    // there was no volume in the session before
    expect(await trade(ann, 'buy', 1, { symbol: 'KO' })).toEqual([409, 'VOLUME_LIMIT', '0']);
  });

  test('the refusal in words', async () => {
    await time.advance(1_000);
    const order = { user_id: ann.userId, symbol: 'AAPL', action: 'buy', quantity: 7 };
    const { json } = await ann.post<Answer>('/api/trade', order);
    expect(json.message).toBe(
      "7 AAPL is over this season's limit of 100 shares a day (10% of the volume of the session before), together with what you have traded of it today. The most you can buy is 0.",
    );
  });

  test('an order that fills at once is refused; one that waits is judged at its fill', async () => {
    await time.advance(1_000);
    const atOnce = await place(ben, { action: 'buy', quantity: 1, limitPrice: '120' });
    expect([atOnce.status, atOnce.json.code]).toEqual([409, 'VOLUME_LIMIT']);
    // of MSFT ben has all 12.3 left at the order's time, and 2.3 when its price comes
    const msft = { symbol: 'MSFT', action: 'buy', quantity: 10, limitPrice: '90' };
    const { json: late } = await place(ben, msft);
    const { json: early } = await place(ben, { ...msft, quantity: 2, limitPrice: '95' });
    expect(await trade(ben, 'buy', 10, { symbol: 'MSFT' })).toBeNull();
    const fates = [
      [early, 94, { status: 'filled' }],
      [late, 89, { status: 'rejected', reason: 'VOLUME_LIMIT' }],
    ] as const;
    for (const [{ order }, price, fate] of fates) {
      stand.state.prices.set('MSFT', price);
      const state = async () => {
        await time.advance(STEP_MS);
        await server.services.orderEngine.pump();
        return (await ben.get<{ order: { status: string } }>(`/api/orders/${order.id}`)).json;
      };
      expect(await until(state, (read) => read.order.status !== 'working')).toMatchObject({ order: fate });
    }
    const history = (await ben.get('/portfolio?dock=history', { accept: 'text/html' })).text;
    expect(textOf(history)).toMatch(/Rejected · Over the season.{1,6}s share of the day.{1,6}s volume/);
    const notifications = (await ben.get('/notifications', { accept: 'text/html', 'accept-language': 'he' }))
      .text;
    expect(textOf(notifications)).toContain('חרגה מהחלק ממחזור היום שמותר בעונה');
  });

  test('all processes measure by the number that was stored first', async () => {
    stand.state.volumes.set('AAPL', 5_000);
    const { sql, seasons } = server.services;
    const { id: seasonId, rules } = seasons.current()!;
    const other = new DayVolumes({ sql, market });
    const share = () => other.shareOf({ seasonId, rules }, ben.userId!, 'AAPL', time.now());
    expect(await share()).toEqual({ volume: 1_000_000_000n, traded: 100_000_000n } as never);
    const rows = await sql`select symbol, day::text, session::text, shares from day_volumes order by symbol`;
    expect([...rows]).toEqual([
      { symbol: 'AAPL', day: '2026-06-02', session: '2026-06-01', shares: 1_000n },
      { symbol: 'KO', day: '2026-06-02', session: '2026-06-01', shares: 0n },
      { symbol: 'MSFT', day: '2026-06-02', session: '2026-06-01', shares: 123n },
    ]);
    stand.state.volumes.set('AAPL', 1_000);
  });

  test('a volume that is unknown for now opens nothing, closes everything, and is stored nowhere', async () => {
    time.set(TUESDAY + DAY);
    await time.advance(10_000);
    const { candles } = market;
    market.candles = async () => {
      throw new MarketUnavailableError('UNAVAILABLE.early', { params: { symbol: 'AAPL' } });
    };
    const order = { user_id: ann.userId, symbol: 'AAPL', action: 'buy', quantity: 1 };
    const { status, json } = await ann.post<Answer>('/api/trade', order);
    expect([status, json.code, json.reason, json.maxQuantity]).toEqual([409, 'VOLUME_LIMIT', 'unknown', '0']);
    expect(await trade(ann, 'sell', 5)).toBeNull();
    market.candles = candles;
    const rows = await server.sql`select from day_volumes where day = '2026-06-03'`;
    expect(rows.count).toBe(0);
    await time.advance(6_000);
  });

  test('the next day begins anew, by the volume of the day before', async () => {
    stand.state.volumes.set('AAPL', 700);
    // 5 were sold earlier that day
    expect(await trade(ann, 'buy', 66)).toEqual([409, 'VOLUME_LIMIT', '65']);
    expect(await trade(ann, 'buy', 65)).toBeNull();
    expect(await trade(ann, 'sell', 'all')).toBeNull();
  });
});

test('on the day of a split, a volume that the provider still counts in old shares is counted in new ones', async () => {
  const day = Math.floor(TUESDAY / DAY);
  const bar = { time: (day - 1) * 86_400, open: 100, high: 100, low: 100, close: 100, volume: 1_001 };
  const splits = [{ symbol: 'AAPL', date: '2026-06-02', numerator: 3, denominator: 1 }];
  const shareOn = async (seasonId: number, prevClose: string, close = 100) => {
    const now = () => TUESDAY;
    const held = heldMarket({ AAPL: '33.33' }, now, { splits });
    const quote = { symbol: 'AAPL', price: '33.33', asOfMs: TUESDAY, prevClose, source: 'fmp' } as const;
    const fed = {
      ...held,
      candles: async () => [{ ...bar, close }],
      quotes: async () => new Map([['AAPL', quote]]),
    };
    const volumes = new DayVolumes({ sql: server.sql, market: { ...fed, now } });
    const { rules } = server.services.seasons.current()!;
    return (await volumes.shareOf({ seasonId, rules }, 1, 'AAPL', TUESDAY))!.volume;
  };
  expect(await shareOn(1001, '33.3333')).toBe(3_003_000_000n as never);
  // the volume is already in new shares; and a jump without a split
  expect(await shareOn(1002, '33.3333', 33.3333)).toBe(1_001_000_000n as never);
  expect(await shareOn(1003, '150')).toBe(1_001_000_000n as never);
});

describe('the proofs', () => {
  let text: string;
  const lines = () => text.trimEnd().split('\n');
  const each = async function* (rows: readonly string[]) {
    yield* rows;
  };
  /** The bundle with other lines and a hash that fits them. */
  const sealed = (rows: readonly string[]) => {
    const body = rows.slice(0, -1).map((line) => `${line}\n`);
    const hash = new Bun.CryptoHasher('sha256').update(body.join('')).digest('hex');
    return `${body.join('')}${JSON.stringify(['end', hash])}\n`;
  };

  test('agree about the season, whose bundle has the share and the volumes', async () => {
    const { seasons, leaderboard } = server.services;
    await verifySeason(server.services, 1);
    await seasons.end(null);
    await leaderboard.pass(true);
    const proved = await verifySeason(server.services, 1);
    text = gunzipSync(await (await fetch(`${server.url}/competitions/1/bundle`)).arrayBuffer()).toString();
    const volumeLines = lines().filter((line) => line.startsWith('["volume'));
    expect(volumeLines).toEqual([
      '["volumeShare",10]',
      '["volume",1,"AAPL","2026-06-02","2026-06-01",1000]',
      '["volume",2,"AAPL","2026-06-03","2026-06-02",700]',
      '["volume",3,"MSFT","2026-06-02","2026-06-01",123]',
    ]);
    expect(await verifyBundle(each(lines()))).toEqual({ number: 1, ...proved });
    expect(checkInBrowser(text)).toMatchObject({ end: 'holds', findings: [] });
    if (noPython === '') expect(await checkInPython(text)).toMatchObject({ code: 0 });
  });

  const replaced = (from: string, to: string) => () => lines().map((line) => (line === from ? to : line));
  test.each([
    ['a smaller share', replaced('["volumeShare",10]', '["volumeShare",9]'), 'more than 9 %'],
    [
      'a smaller volume',
      replaced(
        '["volume",2,"AAPL","2026-06-03","2026-06-02",700]',
        '["volume",2,"AAPL","2026-06-03","2026-06-02",699]',
      ),
      'more than 10 %',
    ],
    ['no volume', () => lines().filter((line) => !line.startsWith('["volume",3')), 'more than 10 %'],
    [
      'volumes without a share',
      () => lines().filter((line) => !line.startsWith('["volumeShare')),
      'a volume of',
    ],
    [
      'a volume of its own day',
      replaced(
        '["volume",1,"AAPL","2026-06-02","2026-06-01",1000]',
        '["volume",1,"AAPL","2026-06-02","2026-06-02",1000]',
      ),
      'a volume of',
    ],
    ['a share of 101 %', replaced('["volumeShare",10]', '["volumeShare",101]'), 'a share of'],
    [
      'an older version',
      () => lines().map((line) => line.replace('["season",7,', '["season",6,')),
      'a share of',
    ],
  ] as const)('find %s', async (_, forge, said) => {
    const forged = sealed(forge());
    expect(forged).not.toBe(text);
    const { end, findings } = checkInBrowser(forged);
    expect([end, findings.map(({ what }) => what)]).toEqual([
      'differs',
      expect.arrayContaining(['maxVolume']),
    ]);
    await expect(verifyBundle(each(forged.trimEnd().split('\n')))).rejects.toThrow();
    if (noPython === '') {
      const { code, output } = await checkInPython(forged);
      expect([code, output]).toEqual([1, expect.stringContaining(said)]);
    }
  });

  test('find a fill beyond the share in the database', async () => {
    const { sql } = server;
    await sql.unsafe('alter table day_volumes disable trigger all');
    await sql`update day_volumes set shares = 699 where day = '2026-06-03' and season_id = 1`;
    await expect(verifySeason(server.services, 1)).rejects.toThrow(
      /takes more of the day's volume than the season allows/,
    );
    await sql`update day_volumes set shares = 700 where day = '2026-06-03' and season_id = 1`;
    await sql.unsafe('alter table day_volumes enable trigger all');
    await verifySeason(server.services, 1);
  });
});

test('a replay measures by the files, and every proof agrees', async () => {
  const folder = testFolder();
  const days = [
    '2016-01-04,100,101,99,100,900',
    '2016-01-05,100,101,99,100,1000',
    '2016-01-06,100,101,99,100,7',
  ];
  writeFileSync(join(folder, 'AAPL.csv'), `${HEADER}${days.join('\n')}\n`);
  const replayed = await startServer({
    env: { MARKET: 'replay', REPLAY_DIR: folder, REPLAY_FROM: '2016-01-06T12:00:00Z', REPLAY_SPEED: '1' },
  });
  try {
    const organizer = await replayed.admin();
    expect((await organizer.post('/api/season-terms', { step: 'save', maxVolume: '10' })).status).toBe(200);
    await organizer.post('/api/toggle-competition', { active: true });
    const trader = await replayed.register();
    const send = async (path: string, body: object) => {
      const sent = { user_id: trader.userId, symbol: 'AAPL', action: 'buy', ...body };
      const { status, json } = await trader.post<Answer>(path, sent);
      return [status, json.maxQuantity];
    };
    expect(await send('/api/trade', { quantity: 101 })).toEqual([409, '100']);
    expect(await send('/api/trade', { quantity: 60 })).toEqual([200, undefined]);
    const limit = { type: 'limit', limitPrice: '120' };
    expect(await send('/api/orders', { ...limit, quantity: 41 })).toEqual([409, '40']);
    expect(await send('/api/orders', { ...limit, quantity: 40 })).toEqual([201, undefined]);
    expect(await send('/api/trade', { action: 'sell', closeAll: true })).toEqual([200, undefined]);
    await replayed.services.seasons.end(null);
    const proved = await verifySeason(replayed.services, 1);
    const bundle = await fetch(`${replayed.url}/competitions/1/bundle`);
    const bundleText = gunzipSync(await bundle.arrayBuffer()).toString();
    expect(bundleText).toContain('["volume",1,"AAPL","2016-01-06","2016-01-05",1000]');
    const rows = async function* () {
      yield* bundleText.trimEnd().split('\n');
    };
    expect(await verifyBundle(rows())).toEqual({ number: 1, ...proved });
    expect(checkInBrowser(bundleText)).toMatchObject({ end: 'holds', findings: [] });
    if (noPython === '') expect(await checkInPython(bundleText)).toMatchObject({ code: 0 });
  } finally {
    await replayed.stop();
  }
});

test('the simulated market has no volume that could be checked: its form refuses the share with a sentence', async () => {
  const simulated = await startServer({ market: heldMarket({ AAPL: '100' }) });
  try {
    const organizer = await simulated.admin();
    const { status, json } = await organizer.post<Answer & { issues: { path: string; code: string }[] }>(
      '/api/season-terms',
      { step: 'check', maxVolume: '10' },
    );
    expect([status, json.code]).toEqual([422, 'INVALID']);
    expect(json.issues).toMatchObject([{ path: 'maxVolume', code: 'maxVolumeMarket' }]);
    const typed = { step: 'save', maxVolume: '10', minPrice: '2' };
    const { headers } = await organizer.form('/api/season-terms', typed);
    const form = (await organizer.get(headers.get('location')!, { accept: 'text/html' })).text;
    expect(textOf(form)).toContain('The volume of the simulated market is invented');
    expect(form).toMatch(/<input(?=[^>]*name="maxVolume")[^>]*value="10"/);
    expect((await organizer.post('/api/season-terms', { step: 'save', maxVolume: '' })).status).toBe(200);
  } finally {
    await simulated.stop();
  }
});
