/** Events that wake an island, and clicks that come before it is awake. */
import { describe, expect, test } from 'bun:test';
import { holdModules } from '../browser.ts';
import { awake, host, islandPages } from './pages.ts';

const site = islandPages();

describe('clicks before hydration', () => {
  test('the last one is done once, bubbling, after the code has come', async () => {
    const page = await site.newPage();
    const release = await holdModules(page);
    await page.goto(`${site.url}/clicks`);
    await page.getByRole('button', { name: 'first' }).click();
    await page.getByRole('button', { name: 'first' }).click();
    await page.getByRole('button', { name: 'second' }).click();
    const busy = () => page.locator('button[aria-busy=true]').allTextContents();
    expect(await busy()).toEqual(['second']);
    expect(await page.locator('output').allTextContents()).toEqual(['0/0', '0/0', '0 1 buy ']);
    await release();
    await page.waitForFunction(() => document.querySelectorAll('output')[1]!.textContent !== '0/0');
    await page.waitForFunction(
      () => document.querySelectorAll('is-land[data-island=Counter][data-island-status=awake]').length === 2,
    );
    expect((await page.locator('output').allTextContents()).slice(0, 2)).toEqual(['0/0', '1/1']);
    expect(await busy()).toEqual([]);
    await page.getByRole('button', { name: 'second' }).click();
    expect((await page.locator('output').allTextContents())[1]).toBe('2/2');
    expect(page.problems).toEqual([]);
  });

  test('buttons of what is awake already act at once', async () => {
    const page = await site.newPage();
    const release = await holdModules(page);
    await page.goto(`${site.url}/clicks`);
    await page.evaluate(() => {
      const place = document.createElement('div');
      const button = Object.assign(document.createElement('button'), {
        type: 'button',
        textContent: 'ours 0',
      });
      button.onclick = () => {
        button.textContent = `ours ${Number(button.textContent!.slice(5)) + 1}`;
      };
      place.dataset.awake = '';
      place.append(button);
      document.querySelector('is-land[data-island=Counter]')!.append(place);
    });
    const ours = page.getByRole('button', { name: 'ours' });
    await ours.click();
    await ours.click();
    expect(await ours.textContent()).toBe('ours 2');
    await page.getByRole('button', { name: 'second' }).click();
    await release();
    await page.waitForFunction(() => document.querySelectorAll('output')[1]!.textContent === '1/1');
    expect(page.problems).toEqual([]);
  });

  test('links still lead where they lead', async () => {
    const page = await site.newPage();
    await holdModules(page);
    await page.goto(`${site.url}/clicks`);
    await page.getByRole('link').click();
    await page.waitForURL('**/plain');
  });
});

describe('strategies', () => {
  test('interaction: nothing is fetched until the pointer comes near', async () => {
    const page = await site.newPage();
    const modules: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && modules.push(request.url()));
    await page.goto(`${site.url}/clicks`);
    await page.waitForLoadState('networkidle');
    expect(modules).toEqual([]);
    await page.getByRole('button', { name: 'first' }).hover();
    await awake(page, 'Counter');
    expect(modules.length).toBeGreaterThan(0);
    expect(await host(page, 'Counter').nth(1).getAttribute('data-island-status')).toBe('asleep');
  });

  test('visible: wakes when scrolled to; props come as what they were', async () => {
    const page = await site.open('/seen', 'dev');
    expect(await host(page, 'Seen').getAttribute('data-island-status')).toBe('asleep');
    await page.evaluate(() => window.scrollTo(0, 3000));
    await awake(page, 'Seen');
    await page.waitForFunction(() => document.body.textContent!.includes('mounted'));
    const text = await host(page, 'Seen').textContent();
    expect(text).toContain(
      '2026-01-02T00:00:00.000Z x,y true </script><script>document.title="owned"</script><!-- en ltr',
    );
    expect(text).toContain('live mounted');
    expect(await page.title()).toBe('Seen');
    expect(page.problems).toEqual([]);
  });

  test('idle: wakes by itself', async () => {
    const page = await site.open('/idle');
    await awake(page, 'Idle');
    expect(page.problems).toEqual([]);
  });

  test('load: its modules are announced in the head', async () => {
    const html = await (await fetch(`${site.url}/shared`)).text();
    const page = await site.open('/shared');
    await awake(page, 'Writer');
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => new URL(entry.name).pathname)
        .filter((path) => path.endsWith('.js')),
    );
    const announced = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map((m) => m[1]!);
    expect(announced.toSorted()).toEqual([...new Set(loaded)].toSorted());
  });
});
