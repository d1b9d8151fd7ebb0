/** The hero's motion, read from the browser's animations at set times. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { allAwake, launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { until } from '../helpers/until.ts';

let browser: TestBrowser;
let server: TestServer;
let ann: Client;
/** A trader with an open position. */
let holder: Client;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServer();
  ann = await server.register('ann');
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  holder = await server.register('holder');
  const order = { user_id: holder.userId, symbol: 'TSLA', action: 'buy', quantity: '20' };
  expect((await holder.post('/api/trade', order)).status).toBe(200);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

type Options = { reducedMotion?: 'reduce'; javaScriptEnabled?: boolean };

/** Opens the home and waits for its behaviours, which no page without JavaScript has. */
async function home(options: Options = {}): Promise<TestPage> {
  const page = await browser.open(options);
  await signIn(page, ann);
  await page.goto(server.url);
  if (options.javaScriptEnabled !== false) await allAwake(page);
  return page;
}

/** Returns the angle in degrees of each shape `ms` after the page loaded; tips have the angle of their line. */
const anglesAt = (page: TestPage, ms: number) =>
  page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
    return [...document.querySelectorAll('.hero-turn')].map((shape) => {
      const { a, b } = new DOMMatrix(getComputedStyle(shape).transform);
      return (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360;
    });
  }, ms);

/** Moves all animations to `ms` after the page loaded, and waits until the tip with number `expected` is visible alone. */
async function expectTip(page: TestPage, ms: number, expected: number): Promise<void> {
  await page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
  }, ms);
  const visible = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.tips li')]
        .filter((tip) => getComputedStyle(tip).visibility === 'visible')
        .map((tip) => Number(/\d+/.exec(tip.textContent)![0])),
    );
  await until(visible, (numbers) => numbers.length === 1 && numbers[0] === expected);
}

const MOTIONS: Options[] = [{}, { javaScriptEnabled: false }, { reducedMotion: 'reduce' }];

test('every 1.5 s the middle shape turns by 120°, the others by 90°', async () => {
  const page = await home();
  expect(await anglesAt(page, 0)).toEqual([0, 0, 0]);
  for (const step of [1, 2, 3, 4, 5]) {
    const [square, triangle, circle] = [(90 * step) % 360, (120 * step) % 360, (90 * step) % 360];
    expect(await anglesAt(page, 1500 * step + 700)).toEqual([square!, triangle!, circle!]);
  }
  expect(page.problems).toEqual([]);
});

test.each([...MOTIONS, { ...MOTIONS[1], ...MOTIONS[2] }])(
  'one tip at a time, another one every 8 s, all thirty in a round: %j',
  async (options) => {
    const page = await home(options);
    const first = Number(/\d+/.exec((await page.locator('.tips li').first().textContent())!)![0]);
    for (const round of [0, 1, 2, 15, 29, 30, 31]) {
      await expectTip(page, 8000 * round + 1000, ((first - 1 + round) % 30) + 1);
    }
  },
);

test.each([MOTIONS[0]!, MOTIONS[2]!])('nothing keeps the main thread awake: %j', async (options) => {
  const page = await home(options);
  // the compositor runs animations of these alone
  const properties = await page.evaluate(() =>
    document
      .getAnimations()
      .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
      .flatMap(({ offset, computedOffset, easing, composite, ...styles }) => Object.keys(styles)),
  );
  expect(properties).not.toEqual([]);
  expect(properties.filter((property) => !['opacity', 'transform'].includes(property))).toEqual([]);
});

test('the tip bobs by 10 px in 3 s', async () => {
  const page = await home();
  const rise = (ms: number) =>
    page.evaluate((time) => {
      const bob = document.querySelector('.tips-bob')!;
      for (const animation of bob.getAnimations()) {
        animation.pause();
        animation.currentTime = time;
      }
      return new DOMMatrix(getComputedStyle(bob).transform).f;
    }, ms);
  expect(await rise(0)).toBeCloseTo(0);
  expect(await rise(2999)).toBeCloseTo(-10, 1);
  expect(await rise(5999)).toBeCloseTo(0, 1);
});

test('everything holds still while a shape is hovered or focused', async () => {
  const page = await home();
  const states = () =>
    page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll('.hero-turn, .tips')].flatMap((each) =>
          each.getAnimations({ subtree: true }).map((animation) => animation.playState),
        ),
      ),
    ]);
  expect(await states()).toEqual(['running']);
  await page.hover('.hero-square');
  expect(await states()).toEqual(['paused']);
  await page.mouse.move(0, 0);
  await page.focus('.hero-circle');
  expect(await states()).toEqual(['paused']);
});

test('with reduced motion nothing turns or bobs', async () => {
  const page = await home({ reducedMotion: 'reduce' });
  const moving = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('.hero-turn, .tips-bob')].flatMap((each) => each.getAnimations())
          .length,
    );
  expect(await moving()).toBe(0);
});

test('movers: five on a desktop, three in a small window, all sideways on a phone; the newest recording is cut at its end', async () => {
  const admin = await server.admin();
  const title = 'Week 1: reading the open, and what to do with the rest of a long day';
  expect((await admin.post('/api/recordings', { title, url: 'https://video.example/1' })).status).toBe(201);
  const page = await browser.open({ viewport: { width: 1280, height: 800 } });
  await page.context().addCookies([{ name: 'lang', value: 'he', url: server.url }]);
  await signIn(page, ann);
  await page.goto(server.url);
  const movers = page.locator('.home-movers');
  const visibleTexts = () =>
    movers.evaluate((list) => [...list.children].filter((each) => each.getClientRects().length > 0).length);
  expect(await visibleTexts()).toBe(5);
  await page.setViewportSize({ width: 740, height: 360 });
  expect(await visibleTexts()).toBe(3);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await visibleTexts()).toBe(5);
  const { rows, isPushed } = await movers.evaluate((list) => ({
    rows: new Set([...list.children].map((each) => each.getBoundingClientRect().top)).size,
    isPushed: list.scrollWidth > list.clientWidth,
  }));
  const link = page.getByRole('link', { name: title });
  const direction = await link.evaluate((each) => [document.dir, getComputedStyle(each).direction]);
  expect({ rows, isPushed, direction }).toEqual({ rows: 1, isPushed: true, direction: ['rtl', 'ltr'] });
  expect(page.problems).toEqual([]);
});

test('first steps lead on, and are closed for good by one press', async () => {
  const page = await home();
  const card = page
    .locator('section, div')
    .filter({ has: page.locator('form[action="/api/first-steps/close"]') });
  expect(await card.last().textContent()).toContain('First steps');
  await page.getByRole('link', { name: /Look at the leaderboard/ }).press('Enter');
  await page.waitForURL('**/leaderboards');
  await until(async () => {
    await page.goto(server.url);
    return /1 of 4/.test((await card.last().textContent())!);
  });
  await page.locator('form[action="/api/first-steps/close"] button').press('Enter');
  await card.first().waitFor({ state: 'detached' });
  await page.reload();
  expect(await card.count()).toBe(0);
  expect(page.problems).toEqual([]);
});

/** Returns a zone in which it is between 12:00 and 13:00 now, so that the day of the registration does not end during the test. */
function zoneOfNoon(): string {
  const hours = new Date().getUTCHours() - 12;
  // Etc/GMT+5 is five hours behind UTC
  return `Etc/GMT${hours < 0 ? '' : '+'}${hours}`;
}

/** Dollars of a text such as "−$1,234.50". */
const dollars = (text: string) => Number(text.replace('−', '-').replace(/[$,+]/g, ''));

test.each([
  ['/', '.home-equity .text-stat', '.home-equity .text-stat + span bdi'],
  ['/portfolio', '.figures > div:nth-child(2) dd bdi', '.figures > div:nth-child(4) dd span bdi'],
])('on %s the top bar, the value and its change say one equity', async (path, valueAt, todayAt) => {
  const timezoneId = zoneOfNoon();
  const page = await browser.open({ timezoneId });
  await page.context().addCookies([{ name: 'tz', value: timezoneId, url: server.url }]);
  await signIn(page, holder);
  await page.goto(server.url + path);
  const read = () =>
    page.evaluate(
      (places) => places.map((place) => document.querySelector(place)!.textContent),
      ['.account-line > :first-child', valueAt, todayAt],
    );
  const values = new Set<string>();
  await until(async () => {
    const [bar, value, today] = (await read()) as [string, string, string];
    expect(bar).toBe(value);
    // the trader registered today
    expect(100_000 + dollars(today.replace(/ .*/, ''))).toBeCloseTo(dollars(value), 2);
    return values.add(value).size > 2;
  });
  await page.context().close();
});

test.each(['/', '/portfolio', '/profile', '/leaderboards', '/competitions'])(
  'the server draws one equity on %s',
  async (path) => {
    const { text } = await holder.get(path, { accept: 'text/html' });
    const [, bar] = /data-figures[^>]*>\s*<bdi[^>]*>([^<]+)</.exec(text)!;
    expect(text.slice(text.indexOf('</header>'))).toContain(bar!);
  },
);
