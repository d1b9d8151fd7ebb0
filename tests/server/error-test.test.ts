/** The page that causes errors, and what readers see of unexpected errors. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Client } from '../helpers/client.ts';
import { startServer, type TestServer } from '../helpers/server.ts';
import { UNREADABLE, whileUnreadable } from '../helpers/unreadable.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let trader: Client;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  trader = await server.register();
  admin = await server.admin();
});
afterAll(() => server?.stop());

const CODES: [number, string][] = [
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [406, 'Invalid Amount'],
  [408, 'Timeout'],
  [429, 'Too Many Requests'],
  [500, 'Server Error'],
];
const text = (html: string) =>
  html
    .replace(/<(script|template|style).*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const html = { accept: 'text/html' };

describe('GET /api/test-error', () => {
  test.each(CODES)('%d', async (code, sentence) => {
    const plain = await trader.get(`/api/test-error?code=${code}&message=`);
    expect([plain.status, plain.json.error, plain.json.message]).toEqual([code, sentence, sentence]);
    const ownPage = await trader.get(
      `/api/test-error?code=${code}&message=${encodeURIComponent(' <b>mine</b> ')}`,
    );
    expect([ownPage.status, ownPage.json.error]).toEqual([code, '<b>mine</b>']);
    expect(ownPage.headers.get('content-type')).toStartWith('application/json');
  });

  test('200 succeeds', async () => {
    const { status, json } = await trader.get('/api/test-error?code=200');
    expect([status, json.message]).toEqual([200, 'The request succeeded without errors']);
  });

  test.each([
    '',
    '?code=',
    '?code=418',
    '?code=500x',
    '?code=-400',
    '?code=400&code=401',
    `?code=400&message=${'x'.repeat(201)}`,
  ])('refused: %s', async (query) => {
    const { status, json } = await trader.get(`/api/test-error${query}`);
    expect([status, json.code]).toEqual([422, 'INVALID']);
  });

  test('is for members', async () => {
    expect((await server.visitor().get('/api/test-error?code=400')).status).toBe(401);
  });

  test('in Hebrew', async () => {
    const { json } = await trader.get('/api/test-error?code=404', { 'accept-language': 'he' });
    expect(json.error).toBe('לא נמצא');
  });
});

describe('/error-test', () => {
  test('needs a login', async () => {
    const { status, headers } = await server.visitor().get('/error-test', html);
    expect([status, headers.get('location')]).toEqual([303, '/login?next=%2Ferror-test']);
  });

  test('has the eight codes, an optional message and the button', async () => {
    const page = (await trader.get('/error-test', html)).text;
    for (const [code, name] of CODES)
      expect(page).toMatch(
        new RegExp(`<option[^>]*value="${code}"[^>]*>${code}(<!-- -->)? (<!-- -->)?${name}`),
      );
    for (const said of ['Custom message (optional)', 'Test Error']) expect(text(page)).toContain(said);
    expect(text(page)).not.toContain('Error Received');
  });

  test('without scripts it says what came', async () => {
    const failed = (await trader.get('/error-test?code=406&message=', html)).text;
    expect(text(failed)).toContain('Error Received Invalid Amount');
    const ownPage = (
      await trader.get(`/error-test?code=500&message=${encodeURIComponent('<script>x</script>')}`, html)
    ).text;
    expect(ownPage).toContain('&lt;script&gt;x&lt;/script&gt;');
    expect(ownPage).not.toContain('<script>x');
    expect(text((await trader.get('/error-test?code=200', html)).text)).toContain(
      'Request Successful The request succeeded without errors',
    );
    expect(text((await trader.get('/error-test?code=999', html)).text)).toContain(
      'Choose one of the error codes.',
    );
    const long = await trader.get(`/error-test?code=400&message=${'x'.repeat(5000)}`, html);
    expect([long.status, text(long.text).includes('At most 200 characters')]).toEqual([200, true]);
  });
});

describe('a page that fails', () => {
  /** Opens /ranking while the table of XP is unreadable. */
  const crash = (client: Client, headers: Record<string, string> = html) =>
    whileUnreadable(server.sql, 'progress', () => client.get('/ranking?a=1', headers));

  test('shows the crash view, with a way to try again and without the reason', async () => {
    const { status, text: page } = await crash(trader);
    expect(status).toBe(500);
    expect(text(page)).toContain(
      'Something went wrong The application encountered an unexpected error. Please try again later. Reload Page',
    );
    expect(page).toContain('href="/ranking?a=1"');
    expect(page).not.toMatch(new RegExp(`${UNREADABLE}|P0001|postgres`, 'i'));
    expect(page).toContain('class="sidenav"');
  });

  test('is drawn for nobody where the reader cannot be found', async () => {
    await server.sql`alter table sessions rename to sessions_away`;
    try {
      // the cached reader expires first
      const { status, text: page } = await until(
        () => trader.get('/ranking', html),
        (answer) => answer.status === 500,
      );
      expect(status).toBe(500);
      expect(text(page)).toContain('Something went wrong The application encountered an unexpected error.');
      expect(page).not.toContain('class="sidenav"');
    } finally {
      await server.sql`alter table sessions_away rename to sessions`;
    }
  });

  test('tells admins everything', async () => {
    const { status, text: page } = await crash(admin);
    expect(status).toBe(500);
    expect(text(page)).toContain('Something went wrong');
    expect(page).toMatch(new RegExp(`<textarea class="crash-details"[^>]*>[^<]*${UNREADABLE}[^<]* at `));
  });

  test('in Hebrew', async () => {
    const { text: page } = await crash(trader, { ...html, 'accept-language': 'he' });
    expect(page).toContain('lang="he"');
    expect(text(page)).toContain('משהו השתבש');
  });
});

test('what is not there is a page that says so, and what is forbidden too', async () => {
  const missing = await trader.get('/nothing/<b>here</b>', html);
  expect(missing.status).toBe(404);
  expect(missing.text).not.toContain('<b>here');
  const forbidden = await trader.get('/admin/messages', html);
  expect(forbidden.status).toBe(403);
  expect(text(forbidden.text)).toContain('You do not have permission to do that.');
  expect(text(forbidden.text)).not.toContain('Something went wrong ');
});
