/** `npm run dev` on a copy of the sources: the open page shows the changes that a developer saves. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Subprocess } from 'bun';
import { launchBrowser, type TestBrowser, type TestPage } from '../helpers/browser.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { freePort } from '../helpers/port.ts';
import { until } from '../helpers/until.ts';

const ROOT = resolve(import.meta.dir, '../..');
const COPIED = [
  ...[
    'art',
    'components',
    'core',
    'db',
    'docs',
    'framework',
    'islands',
    'locales',
    'market',
    'routes',
    'scripts',
    'services',
    'static',
  ],
  ...['main.ts', 'app.ts', 'package.json', 'bun.lock', 'uno.config.ts', 'tsconfig.json'],
];

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'paperpit-dev-')));
let database: TestDatabase;
let dev: Subprocess<'ignore', 'pipe', 'pipe'>;
let browser: TestBrowser;
let page: TestPage;
let url: string;
let said = '';

/** Appends the text of a stream to `said`. */
async function listen(stream: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) said += decoder.decode(chunk);
}

beforeAll(async () => {
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  database = await testDatabase();
  const port = await freePort();
  url = `http://localhost:${port}`;
  dev = Bun.spawn([process.execPath, 'scripts/dev.ts'], {
    cwd: copy,
    env: { ...process.env, DATABASE_URL: database.url, PORT: String(port), DEMO: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  void listen(dev.stdout);
  void listen(dev.stderr);
  browser = await launchBrowser();
  page = await browser.open();
  await until(() =>
    fetch(`${url}/nowhere`).then(
      () => true,
      () => false,
    ),
  );
});
afterAll(async () => {
  await browser?.close();
  dev?.kill('SIGTERM');
  await dev?.exited;
  await database?.drop();
  rmSync(copy, { recursive: true, force: true });
});

const NOT_FOUND = join(copy, 'routes/_404.tsx');
const saying = (word: string) => `import { errorPage } from '#framework/define.ts';
export default errorPage({ head: () => ({ title: 'none' }), view: () => <section aria-label="${word}">x</section> });
`;
const shows = (word: string) => page.waitForSelector(`section[aria-label="${word}"]`);

test('a saved change is on the open page', async () => {
  await page.goto(`${url}/nowhere`);
  writeFileSync(NOT_FOUND, saying('first'));
  await shows('first');
  writeFileSync(NOT_FOUND, saying('second'));
  await shows('second');
});

test('a syntax error is named and the last good server goes on', async () => {
  said = '';
  writeFileSync(NOT_FOUND, saying('third').replace('</section>', '</sec'));
  await until(() => said.includes('_404.tsx'));
  const answer = await fetch(`${url}/nowhere`, { headers: { accept: 'text/html' } });
  expect([answer.status, (await answer.text()).includes('"second"')]).toEqual([404, true]);
  writeFileSync(NOT_FOUND, saying('third'));
  await shows('third');
});

test('a new route is served as soon as it is saved', async () => {
  await page.goto(`${url}/fresh`);
  expect(await page.locator('section[aria-label]').count()).toBe(1);
  const source = `import { page } from '#framework/define.ts';
export default page({ access: 'public', head: () => ({ title: 'Fresh' }), view: () => <section aria-label="fresh">x</section> });
`;
  writeFileSync(join(copy, 'routes/fresh.tsx'), source);
  await shows('fresh');
});

test('when it is killed, its server goes too', async () => {
  dev.kill('SIGKILL');
  await dev.exited;
  await until(() =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  );
});
