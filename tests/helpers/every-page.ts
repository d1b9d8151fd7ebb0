/** Tests every page as visitor, trader and admin, on desktop and phone: no faults, no barriers. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Locale } from '#core/locale/locale.ts';
import type { RouteManifest } from '#framework/define.ts';
import { type Address, addressesIn } from './addresses.ts';
import { barriers, searchEach } from './axe.ts';
import { launchBrowser, type TestBrowser, type TestPage } from './browser.ts';
import { frames } from './chart.ts';
import type { Answer, Client } from './client.ts';
import { strayFields } from './form-fields.ts';
import { heldMarket } from './held-market.ts';
import { htmlFaults } from './html.ts';
import { addExampleLeague } from './league.ts';
import { isWholeMatrix, VIEWS, type View } from './matrix.ts';
import { startServer, type TestServer } from './server.ts';

const ROLES = ['visitor', 'trader', 'admin'] as const;
type Role = (typeof ROLES)[number];
/**
 * Sizes at which, in the whole matrix, no page may be wider than the window: a phone, a small one, one in landscape, a
 * desktop at 200 %.
 */
const TIGHT = !isWholeMatrix
  ? []
  : [
      { width: 360, height: 740 },
      { width: 320, height: 640 },
      { width: 740, height: 360 },
      { width: 640, height: 400 },
    ];
const PAGE = { accept: 'text/html' };
const WIDEST_NAME = 'W'.repeat(20);

let browser: TestBrowser;
let server: TestServer;
let manifest: RouteManifest;
let clients: Record<Role, Client>;

const mayRead = (role: Role, { access }: Address) =>
  access === 'public' ||
  role === 'admin' ||
  ((access === 'guest' || access === 'member') && role === 'trader');

const sizesIn = (lang: Locale) => VIEWS.filter((view) => view.lang === lang);

/** True when a role got the right response: the page, a redirect, or a refusal. */
function expected(role: Role, address: Address, answer: Answer): boolean {
  const location = answer.headers.get('location') ?? '';
  if (mayRead(role, address))
    return answer.status === 200 || (answer.status === 303 && location.startsWith('/'));
  if (role === 'visitor') return answer.status === 303 && location.startsWith('/auth');
  return answer.status === 403;
}

/** Returns by how much the page is wider than its window, CSS pixels. */
function excess(page: TestPage): Promise<number> {
  return page.evaluate(
    ({ width }) =>
      new Promise<number>((done) => {
        const end = performance.now() + 2_000;
        // a page that was just made narrower needs a frame to adapt; one that stays too wide is a fault
        const look = () => {
          const wide = document.documentElement.scrollWidth - innerWidth;
          if ((wide <= 0 && innerWidth === width) || performance.now() > end) done(wide);
          else requestAnimationFrame(look);
        };
        look();
      }),
    page.viewportSize()!,
  );
}

/** The least of the roles that may read a page. */
const LEAST_ROLE: Readonly<Record<Address['access'], Role>> = {
  public: 'visitor',
  guest: 'trader',
  member: 'trader',
  staff: 'admin',
  admin: 'admin',
};

/**
 * Returns the sizes at which a browser opens the page as this role. For different roles a page differs in little but
 * the bars around it: in the whole matrix only the least role that may read it opens it at each size, the others at
 * one; otherwise only the least role opens it, but home is opened by each.
 */
function sizesFor(role: Role, { access, path }: Address, lang: Locale): View[] {
  const sizes = sizesIn(lang);
  if (LEAST_ROLE[access] === role || /^\/(he)?$/.test(path)) return sizes;
  return isWholeMatrix ? sizes.slice(0, 1) : [];
}

/** True when the page is searched for barriers, which takes half of a page's time. */
const isSearched = (role: Role, { access }: Address, { width }: View) =>
  role !== 'admin' || access === 'admin' || access === 'staff' || (isWholeMatrix && width < 700);

/** Returns all faults of the open page at its present size. */
async function wrong(page: TestPage, isBarred = true): Promise<string[]> {
  const wide = await excess(page);
  // sticky elements move with the next frame, and the chart resizes in the one after it
  await frames(page);
  const asleep = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('is-land')]
      .filter(({ dataset }) => dataset.islandStatus === 'failed' || dataset.islandError)
      .map(({ dataset }) => `the island ${dataset.island} failed`),
  );
  const problems = page.problems.splice(0);
  return [
    ...problems,
    ...asleep,
    ...(wide > 0 ? [`${wide} px too wide`] : []),
    ...(isBarred ? await barriers(page) : []),
  ];
}

const settled = (page: TestPage) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('is-land')].every(
      ({ dataset }) =>
        !['load', 'idle'].includes(dataset.on ?? '') ||
        ['awake', 'failed'].includes(dataset.islandStatus ?? ''),
    ),
  );

async function openAs(role: Role, lang: Locale): Promise<TestPage> {
  const page = await browser.open({ viewport: sizesIn(lang)[0], reducedMotion: 'reduce' });
  const cookies: [string, string][] = [['lang', lang], ...clients[role].cookies];
  await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, url: server.url })));
  // only few of an admin's pages are searched
  if (role !== 'admin') await searchEach(page);
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // requests of the previous page, cancelled by the navigation
    if (why !== 'net::ERR_ABORTED') page.problems.push(`${why}: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) page.problems.push(`${response.status()}: ${response.url()}`);
  });
  return page;
}

/** Addresses of the only routes to test, when a change reaches only them. */
const some = process.env.TEST_PAGES?.split(',');
const isMeant = (path: string) =>
  some === undefined ||
  some.some(
    (route) =>
      path === route ||
      path.startsWith(`${route.split('/:')[0]}?`) ||
      (route.includes('/:') && path.startsWith(route.split('/:')[0]!)),
  );

const visited = new Set<string>();
/** True unless another role has got exactly the same page; ignores the nonce and the islands' data. */
function isNew(lang: Locale, html: string): boolean {
  const letter = html
    .replace(/nonce="[^"]*"/g, '')
    .replace(/<script type="application\/json" id="islands">[\s\S]*?<\/script>/, '');
  const key = `${lang} ${Bun.hash(letter)}`;
  return !visited.has(key) && Boolean(visited.add(key));
}

/** Defines the tests of every page in one language, for every role. */
export function testEveryPage(lang: Locale): void {
  beforeAll(async () => {
    browser = await launchBrowser();
    // so that pages offer mail; nothing listens on that port
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', CONTACT_EMAIL: 'house@paperpit.example' };
    server = await startServer({ env, market: heldMarket({ AAPL: '100', TSLA: '50' }) });
    ({ manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest });
    // registered first, because the example addresses contain this trader's id
    const trader = await server.register('נועה_trader');
    const admin = await server.admin();
    await server.register('reported');
    await server.register(WIDEST_NAME);
    await trader.post('/api/reports', { username: 'reported', reason: 'name', message: 'שם לא נעים' });
    await trader.post('/api/reports', { username: WIDEST_NAME, reason: 'name', message: 'x'.repeat(60) });
    clients = { visitor: server.visitor(), trader, admin };
    await admin.post('/api/toggle-competition', { active: true });
    await trader.post('/api/contact', {
      name: 'נועה Bareket',
      email: 'noa@mail.example',
      phone: '050-000-0000',
      subject: 'Question',
      message: 'How? '.repeat(60),
    });
    await server.sql`insert into join_links (code, label, max_uses, ends_at, created_at, created_by)
      values ('AAAA2222', 'כיתה י׳2', 30, now() + interval '7 days', now(), ${admin.userId})`;
    await addExampleLeague(server.sql, trader.userId);
    await admin.post('/api/recordings', { title: 'Week 1: סיכום', url: 'https://video.example/1' });
    for (const [action, symbol, quantity] of [
      ['buy', 'AAPL', 10],
      ['sell', 'AAPL', 4],
      ['short', 'TSLA', 10],
    ] as const) {
      await trader.post('/api/trade', { user_id: trader.userId, symbol, action, quantity });
    }
    await server.services.leaderboard.pass(true);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  describe.each(ROLES)('%s', (role) => {
    let pages: Address[];

    test('every address answers as its access says, in valid HTML', async () => {
      pages = [];
      const client = clients[role];
      client.cookies.set('lang', lang);
      for (const address of addressesIn(manifest, lang, clients.trader.username)) {
        if (!isMeant(address.path.replace(/^\/he(?=\/|$)/, ''))) continue;
        const answer = await client.get(address.path, PAGE);
        const what = { path: address.path, status: answer.status };
        expect({ ...what, expected: expected(role, address, answer) }).toEqual({ ...what, expected: true });
        if (answer.status === 303) continue;
        const isLookedAt = sizesFor(role, address, lang).length > 0 && isNew(lang, answer.text);
        if (isLookedAt) {
          const faults = [...(await htmlFaults(answer.text)), ...(await strayFields(answer.text))];
          expect({ ...what, faults }).toEqual({ ...what, faults: [] });
        }
        const [, drawn, dir] = /<html lang="(\w+)" dir="(\w+)"/.exec(answer.text) ?? [];
        expect([address.path, drawn, dir]).toEqual([
          address.path,
          address.locale,
          address.locale === 'he' ? 'rtl' : 'ltr',
        ]);
        if (answer.status === 200 && isLookedAt) pages.push(address);
      }
      if (!some) expect(pages.length).toBeGreaterThan({ visitor: 4, trader: 25, admin: 5 }[role]);
    });

    test('no console error, no failed request, no overflow, no barrier', async () => {
      const page = await openAs(role, lang);
      const faultsByPage: Record<string, string[]> = {};
      for (const address of pages) {
        const { path } = address;
        const sizes = sizesFor(role, address, lang);
        await page.setViewportSize(sizes[0]!);
        await page.goto(server.url + path);
        await settled(page);
        for (const size of sizes) {
          await page.setViewportSize(size);
          const faults = await wrong(page, isSearched(role, address, size));
          if (faults.length > 0) faultsByPage[`${path} ${size.width}`] = faults;
        }
        for (const size of TIGHT) {
          if (sizes.some(({ width }) => width === size.width)) continue;
          await page.setViewportSize(size);
          const wide = await excess(page);
          if (wide > 0) faultsByPage[`${path} ${size.width}`] = [`${wide} px too wide`];
        }
      }
      const cookies = (await page.context().cookies()).map(({ name }) => name);
      await page.context().close();
      expect(faultsByPage).toEqual({});
      const { text } = await server.visitor().get('/privacy', PAGE);
      expect(cookies.filter((name) => !new RegExp(`[ ,>]${name}[ ,:)]`).test(text))).toEqual([]);
    }, 800_000);
  });

  test('the pages of refusals', async () => {
    for (const [role, path] of [
      ['visitor', '/no/such/page'],
      ['trader', '/no/such/page'],
      ['trader', '/admin/audit'],
      ['admin', '/no/such/page'],
    ] as const) {
      clients[role].cookies.set('lang', lang);
      const { status, text } = await clients[role].get(path, PAGE);
      expect([path, status < 500 && status >= 400, await htmlFaults(text)]).toEqual([path, true, []]);
      const page = await openAs(role, lang);
      await page.goto(server.url + path);
      await settled(page);
      for (const size of sizesIn(lang)) {
        await page.setViewportSize(size);
        const faults = (await wrong(page)).filter((each) => !/^40[34]|status of 40[34]/.test(each));
        expect([path, size.width, faults]).toEqual([path, size.width, []]);
      }
      await page.context().close();
    }
  });
}
