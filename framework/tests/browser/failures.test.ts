/** Islands that fail or do not arrive, and limits of every page. */
import { describe, expect, test } from 'bun:test';
import { awake, islandPages } from './pages.ts';

const site = islandPages();

describe('failures', () => {
  test('an island that throws leaves its form as the server drew it, its neighbours alive, and a notice', async () => {
    const page = await site.open('/fragile');
    await page.waitForFunction(() => document.querySelectorAll('is-land[data-island-error]').length === 1);
    await page.getByRole('alert').filter({ hasText: 'Notice' }).waitFor();
    expect(await page.locator('#hydrating').getByRole('button', { name: 'still a form' }).count()).toBe(1);
    await page.locator('#clicked').getByRole('button', { name: 'break' }).click();
    await page.waitForFunction(() => document.querySelectorAll('is-land[data-island-error]').length === 2);
    expect(await page.locator('#clicked').getByRole('button', { name: 'still a form' }).count()).toBe(1);
    expect(page.problems.some((text) => text.includes('Island Fragile'))).toBe(true);
    await page.getByRole('button', { name: 'neighbour' }).click();
    await page.waitForFunction(() => document.querySelector('output')!.textContent === '1/1');
    expect(await page.locator('dialog').count()).toBe(0);
  });

  test('admins are shown the error and the component stack, and can go on', async () => {
    const page = await site.newPage();
    await page.context().addCookies([{ name: 'sid', value: 'root', url: site.url }]);
    await page.goto(`${site.url}/fragile?x=1`);
    const dialog = page.getByRole('dialog', { name: 'Crashed' });
    await dialog.waitFor();
    const report = await dialog.getByRole('textbox').inputValue();
    expect(report).toContain('Fragile: Error: fragile');
    expect(report.split('\n').filter((line) => / at .*\.js:\d+/.test(line)).length).toBeGreaterThan(2);
    expect(await dialog.getByRole('link', { name: 'Reload' }).getAttribute('href')).toBe('/fragile?x=1');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.locator('#clicked').getByRole('button', { name: 'break' }).click();
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  test('code that does not come leaves the page as it is, and is tried again', async () => {
    const page = await site.newPage();
    await page.route('**/assets/Counter-*.js', (route) => route.abort());
    await page.goto(`${site.url}/clicks`);
    await page.getByRole('button', { name: 'first' }).click();
    await page.waitForSelector('is-land[data-island-status=failed]', { state: 'attached' });
    expect(await page.locator('output').first().textContent()).toBe('0/0');
    await page.unroute('**/assets/Counter-*.js');
    await page.getByRole('button', { name: 'first' }).click();
    await page.waitForFunction(() => document.querySelector('output')!.textContent === '1/1');
  });

  test('markup the parser has to repair is named in development', async () => {
    const page = await site.open('/nesting', 'dev');
    await page.waitForFunction(() => document.readyState === 'complete');
    expect(page.problems.filter((text) => text.includes('Invalid nesting at island Idle'))).toHaveLength(1);
    const fine = await site.open('/idle', 'dev');
    await awake(fine, 'Idle');
    expect(fine.problems).toEqual([]);
  });
});

describe('policy', () => {
  test('nothing inline runs without the nonce, and no page of ours breaks the policy', async () => {
    const page = await site.open('/shared');
    await awake(page, 'Writer');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "owned"';
      document.body.append(script);
    });
    expect(await page.title()).toBe('Shared');
    expect(page.problems).toHaveLength(1);
    expect(page.problems[0]).toContain('Content Security Policy');
  });

  test('with scripts off every page still reads', async () => {
    const page = await site.newPage({ javaScriptEnabled: false });
    await page.goto(`${site.url}/slots`);
    expect(await page.getByText('drawn by the server').isVisible()).toBe(true);
  });
});
