/** One more language costs its folder in locales/ and its line in core/locale/locale.ts: nothing else knows the languages. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inEachLanguage, LOCALES } from '#core/locale/locale.ts';
import { ensureBuilt } from '../helpers/built.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { type TestDatabase, testDatabase } from '../helpers/database.ts';
import { testFolder } from '../helpers/folder.ts';
import { spawnServer } from '../helpers/own-process.ts';
import { until } from '../helpers/until.ts';

const ROOT = join(import.meta.dir, '../..');
const PAGE = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/130.0' };
const ADMIN = { username: 'the_admin', password: 'a long enough secret' };
let database: TestDatabase;
let server: Awaited<ReturnType<typeof spawnServer>>;
let admin: Client;

beforeAll(async () => {
  await ensureBuilt();
  database = await testDatabase({ connect: { lockTimeout: 0, idleInTransactionTimeout: 0 } });
  server = await spawnServer(
    database.url,
    { PAPERPIT_FILES: filesWithThird(), ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    ['--preload', join(ROOT, 'tests/helpers/third-language.ts')],
  );
  await until(() =>
    fetch(`${server.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  admin = createClient(server.url);
  expect((await admin.form('/api/login', ADMIN)).status).toBe(303);
});
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await server?.child.exited;
  await database?.drop();
});

/** Returns a folder with the repository's files, and a third folder of texts in locales/. */
function filesWithThird(): string {
  const folder = testFolder();
  const locales = join(folder, 'locales');
  for (const name of readdirSync(ROOT))
    if (name !== 'locales') symlinkSync(join(ROOT, name), join(folder, name));
  mkdirSync(locales);
  for (const name of readdirSync(join(ROOT, 'locales')))
    symlinkSync(join(ROOT, 'locales', name), join(locales, name));
  symlinkSync(join(ROOT, 'locales/en'), join(locales, 'yi'));
  return folder;
}

const read = async (path: string, client = createClient(server.url)) => {
  const { status, text } = await client.get(path, PAGE);
  expect([path, status]).toEqual([path, 200]);
  return text;
};

test('a visit to the landing page in the new language is counted', async () => {
  await read('/yi');
  await read('/yi');
  const landings = () => database.sql`select n from counts where event = 'landing'`;
  await until(landings, ([row]) => row?.n === 2n);
});

test('its pages have addresses, which other languages, the sitemap and security.txt name', async () => {
  expect(await read('/yi')).toContain('<html lang="yi" dir="rtl">');
  expect(await read('/yi/pricing')).toContain('<html lang="yi" dir="rtl">');
  expect(await read('/he/pricing')).toMatch(/<link rel="alternate" hrefLang="yi" href="[^"]*\/yi\/pricing"/);
  expect(await read('/sitemap.xml')).toContain('/yi/pricing</loc>');
  expect(await read('/.well-known/security.txt')).toContain(`Preferred-Languages: ${LOCALES.join(', ')}, yi`);
});

test('an account, a message and a recording can be in it', async () => {
  await admin.form('/api/language', { language: 'yi', next: '/' });
  expect(await read('/settings', admin)).toContain('<html lang="yi" dir="rtl">');
  const message = { firstName: 'Noa', lastName: 'Bareket', email: 'noa@mail.example', phone: '050-000-0000' };
  await admin.form('/api/contact', { ...message, subject: 'Question', message: 'How?', next: '/contact' });
  const recording = { title: 'Lesson', url: 'https://video.example/1', language: 'yi' };
  await admin.form('/api/recordings', { ...recording, next: '/recordings' });
  const [stored] = await database.sql`
    select (select locale from users where username = ${ADMIN.username}) as account,
      (select locale from contact_messages) as message, (select language from recordings) as recording`;
  expect(stored).toEqual({ account: 'yi', message: 'yi', recording: 'yi' });
});

test('the issue of a field is in the language of its page', async () => {
  const visitor = createClient(server.url);
  await visitor.form('/api/language', { language: 'yi', next: '/' });
  await visitor.form('/api/register', { username: 'a', password: 'too', next: '/' });
  const page = await read('/auth?tab=register', visitor);
  expect(page).toContain('id="issue-username"');
  expect(page).not.toMatch(/<bdi lang=/);
});

test('the admin log names it', async () => {
  await admin.form('/api/announcements', { ...inEachLanguage(() => 'It rains.'), yi: 'It pours.' });
  expect(await read('/admin/audit', admin)).toContain('Yiddish: It pours.');
});
