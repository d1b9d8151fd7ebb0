/** Server and browser format amounts and times alike: a difference would be visible when a page wakes. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { launchBrowser, type TestBrowser } from '../helpers/browser.ts';
import { samples } from '../helpers/format-samples.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test('formatters write the same in English and Hebrew here and in the browser', async () => {
  const entry = join(import.meta.dir, '../helpers/format-samples.ts');
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser' });
  const page = await browser.open();
  const url = `data:text/javascript,${encodeURIComponent(await outputs[0]!.text())}`;
  const written = await page.evaluate(async (module) => (await import(module)).samples() as string[], url);
  expect(page.problems).toEqual([]);
  const lines = samples();
  expect(written).toEqual(lines);
  expect(lines).toMatchSnapshot();
});
