/** The files that a page loads before the first touch, for a trader with a position and working orders in the shown symbol. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { RouteManifest } from '#framework/define.ts';
import { addressesIn } from '../helpers/addresses.ts';
import { launchBrowser, signIn, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import { live, PHONE } from '../helpers/chart.ts';
import type { Client } from '../helpers/client.ts';
import { ordinaryTrader } from '../helpers/ordinary-trader.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

/** The least size of a script file before compression. */
const LEAST_BYTES = 2_000;
/** The most bytes of all script files together, compressed. */
const MOST_BYTES = 76_000;
/** The most requests of the chart's load, the document included. */
const MOST_REQUESTS = 10;

/** Makes the device a weak one, which wakes no `spare` island before the first touch. */
const slow = (page: TestPage) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 });
  });

let browser: TestBrowser;
let server: TestServer;
let trader: Client;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startServer()]);
  const admin = await server.admin();
  await admin.post('/api/toggle-competition', { active: true });
  trader = await ordinaryTrader(server);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** React renders the ticket of a page that was opened at this address. */
const OPENS_TICKET = /^\/chart\?ticket=open/;

/** True for the file of one island or behaviour, which the document names. All other files are chunks of the build. */
const isNamedByPage = (url: string) => /\/assets\/[A-Z][^/]*\.js$/.test(url);
/** Small modules that only some loads need: for an open dialog, and for a viewport that a keyboard or a zoom changes. */
const ON_PURPOSE = /\bas (followLinks|followKeyboard)\b/;

test('the chart draws position and orders with five script files, without React', async () => {
  const page = await browser.open(PHONE);
  await signIn(page, trader);
  const scripts: Promise<{ url: string; bytes: number; travelled: number }>[] = [];
  const calls: string[] = [];
  let requests = 0;
  page.on('request', (request) => {
    requests++;
    if (request.resourceType() === 'fetch') calls.push(new URL(request.url()).pathname);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (request.resourceType() !== 'script') return;
    scripts.push(
      Promise.all([response.body(), request.sizes()]).then(([body, { responseBodySize }]) => ({
        url: response.url(),
        bytes: body.length,
        travelled: responseBodySize,
      })),
    );
  });
  await slow(page);
  await page.goto(`${server.url}/chart`);
  await live(page);
  const labels = page.locator('.chart-label:not([hidden])');
  await labels.nth(2).waitFor();
  // the notification stays unread until a page lists it
  expect(await page.locator('[data-bell]').textContent()).toBe('1');
  await page.waitForLoadState('networkidle');
  // the document carries the user, the bars, the splits, cash, positions and orders
  expect(calls).toEqual([`/api/all-trades/${trader.userId}`]);
  expect(requests).toBeLessThanOrEqual(MOST_REQUESTS);
  const files = await Promise.all(scripts);
  expect(files.filter(({ url }) => url.includes('/react-'))).toEqual([]);
  // each file costs a request, and a small file compresses badly
  expect(files.length).toBeLessThanOrEqual(5);
  expect(files.filter(({ bytes }) => bytes < LEAST_BYTES)).toEqual([]);
  expect(files.reduce((sum, { travelled }) => sum + travelled, 0)).toBeLessThanOrEqual(MOST_BYTES);
  expect(page.problems).toEqual([]);
});

test('no page fetches React or a tiny chunk before a touch', async () => {
  const { manifest } = (await import('#build/routes.gen.ts')) as { manifest: RouteManifest };
  const paths = addressesIn(manifest, 'en', trader.username)
    .filter(({ path, access }) => ['public', 'guest', 'member'].includes(access) && !OPENS_TICKET.test(path))
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(50);
  const page = await browser.open(PHONE);
  await signIn(page, trader);
  await slow(page);
  /** The first page that fetched a script. */
  const pageOf = new Map<string, string>();
  const withReact: string[] = [];
  let path = '';
  page.on('request', (request) => {
    const url = request.url();
    if (request.resourceType() !== 'script') return;
    if (!pageOf.has(url)) pageOf.set(url, path);
    if (/\/react-/.test(url)) withReact.push(path);
  });
  for (path of paths) {
    await page.goto(server.url + path);
    await page.waitForLoadState('networkidle');
  }
  expect(withReact).toEqual([]);
  const tiny: string[] = [];
  for (const [url, firstPage] of pageOf) {
    if (isNamedByPage(url)) continue;
    const code = await (await fetch(url)).text();
    if (code.length < LEAST_BYTES && !ON_PURPOSE.test(code)) tiny.push(`${firstPage}: ${url}, ${code}`);
  }
  expect(tiny).toEqual([]);
}, 300_000);
