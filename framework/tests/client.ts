/** The small site while a test file runs, and the requests of its tests. */
import { afterAll, beforeAll } from 'bun:test';
import { startSite, type TestSite } from './start.ts';

/** The headers of a browser that opens a page. */
export const HTML = { accept: 'text/html' };

/** Starts the site before the tests of a file and stops it after them. */
export function siteClient() {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site?.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { headers, redirect: 'manual' });
  /** Sends a call of `ann` with a JSON body, unless `headers` say otherwise. */
  const post = (path: string, body: RequestInit['body'], headers: Record<string, string> = {}) =>
    fetch(site.url + path, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'x-user': 'ann', ...headers },
    });
  /** Posts a form as a browser without scripts does. */
  const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    post('/api/echo', new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      ...headers,
    });
  return {
    get url() {
      return site.url;
    },
    get reports() {
      return site.reports;
    },
    get,
    post,
    form,
    read: async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text(),
  };
}
