/** Each finding about hydration that cost somebody a day, as a test in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { launchBrowser, type TestBrowser, type TestPage } from '../browser.ts';
import { startSite, type TestSite } from '../start.ts';

let browser: TestBrowser;
let site: TestSite;
/** The same site with React's development build, whose warnings name what differs. */
let dev: TestSite;

beforeAll(async () => {
  browser = await launchBrowser();
  site = await startSite();
  dev = await startSite({ dev: true });
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await dev?.stop();
});

async function open(path: string, from: TestSite = site): Promise<TestPage> {
  const page = await browser.open();
  await page.goto(from.url + path);
  return page;
}

const host = (page: Page, name: string) => page.locator(`is-land[data-island=${name}]`);
const awake = (page: Page, name: string) =>
  page.waitForSelector(`is-land[data-island=${name}][data-island-status=awake]`, { state: 'attached' });
const dispatch = (page: Page, name: string) =>
  page.evaluate((event) => void window.dispatchEvent(new Event(event)), name);
const scripts = (html: string) => [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);

/** Holds back every module until told to let go: a slow network, without a clock. */
async function holdModules(page: Page): Promise<() => Promise<void>> {
  const held: (() => Promise<void>)[] = [];
  let open = false;
  await page.route('**/assets/*.js', async (route) => {
    if (open) await route.continue();
    else held.push(() => route.continue());
  });
  return async () => {
    open = true;
    for (const go of held) await go();
  };
}

describe('a page without islands', () => {
  test('has no script but structured data, and asks for none', async () => {
    const page = await browser.open();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.resourceType()));
    const response = await page.goto(`${site.url}/plain`);
    expect(scripts(await response!.text())).toEqual(['<script type="application/ld+json">']);
    await page.waitForLoadState('networkidle');
    expect(fetched).not.toContain('script');
    expect(page.problems).toEqual([]);
  });
});

describe('links to other pages', () => {
  /** How the page came, by the browser's own word. */
  const delivery = (page: Page) =>
    page.evaluate(
      () =>
        (performance.getEntriesByType('navigation')[0] as PerformanceEntry & { deliveryType: string })
          .deliveryType,
    );

  test('are fetched when they are pressed, those the site names, and shown when let go', async () => {
    const page = await open('/pressed');
    await page.getByRole('link', { name: 'elsewhere' }).click();
    await page.waitForURL('**/plain?from=nav');
    expect(await delivery(page)).toBe('navigational-prefetch');

    await page.goto(`${site.url}/pressed`);
    await page.getByRole('link', { name: 'not a place' }).click();
    await page.waitForURL('**/plain');
    expect(await delivery(page)).toBe('');
    expect(page.problems).toEqual([]);
  });

  test('no rule goes to who saves data', async () => {
    const read = async (headers: Record<string, string>) =>
      (await fetch(`${site.url}/pressed`, { headers })).text();
    expect(await read({})).toContain('speculationrules');
    expect(await read({ 'save-data': 'on' })).not.toContain('speculationrules');
  });
});

describe('ids', () => {
  test.each(['live', 'dev'])(
    'are unique over all islands of a page and the same after hydration (%s)',
    async (mode) => {
      const page = await open('/ids', mode === 'dev' ? dev : site);
      const read = () => page.$$eval('is-land [id]', (all) => all.map((each) => each.id));
      const html = await (await fetch(`${site.url}/ids`)).text();
      const drawn = [...html.matchAll(/<(?:input|div) id="(_[^"]+)"/g)].map((m) => m[1]!);
      await awake(page, 'Nest');
      await page.waitForFunction(
        () => document.querySelectorAll('is-land[data-island-status=awake]').length === 3,
      );
      const ids = await read();
      expect(ids).toHaveLength(7);
      expect(new Set(ids).size).toBe(7);
      expect(ids.toSorted()).toEqual(drawn.toSorted());
      expect(page.problems).toEqual([]);
    },
  );

  test('an island used by another one is part of its root', async () => {
    const page = await open('/ids');
    expect(await page.locator('is-land is-land').count()).toBe(0);
    expect(await page.getByLabel('c two').count()).toBe(1);
  });
});

describe('shared values', () => {
  test.each(['live', 'dev'])(
    'one that changed before an island wakes keeps its nodes and the text typed there (%s)',
    async (mode) => {
      const page = await open('/shared', mode === 'dev' ? dev : site);
      await awake(page, 'Writer');
      await page.getByRole('button').click();
      await page.getByLabel('note').fill('do not lose me');
      await page.evaluate(() => {
        Object.assign(window, { field: document.querySelector('is-land[data-island=Shared] input') });
      });
      expect(await page.locator('output').textContent()).toBe('100');
      await dispatch(page, 'wake-shared');
      await awake(page, 'Shared');
      await page.waitForFunction(() => document.querySelector('output')!.textContent === '100!');
      expect(await page.getByLabel('note').inputValue()).toBe('do not lose me');
      const same = 'field === document.querySelector("is-land[data-island=Shared] input")';
      expect(await page.evaluate(same)).toBe(true);
      await page.getByRole('button').click();
      await page.waitForFunction(() => document.querySelector('output')!.textContent === '100!!');
      expect(page.problems).toEqual([]);
    },
  );

  test('are read-only on the server', async () => {
    const { balance } = await import('../site/islands/_state/balance.ts');
    expect(() => {
      balance.value = 'of one visitor, seen by all';
    }).toThrow('read-only');
  });
});

test('text typed and choices made before hydration survive it and the updates after', async () => {
  const page = await open('/clicks', dev);
  await page.fill('[name=quantity]', '250');
  await page.selectOption('[name=side]', 'sell');
  await page.fill('[name=note]', 'careful');
  await page.check('[name=all]');
  await dispatch(page, 'wake-draft');
  await awake(page, 'Draft');
  await page.getByRole('button', { name: 'update' }).click();
  await page.waitForFunction(() => document.querySelector('form output')!.textContent!.startsWith('1 '));
  expect(await page.locator('form output').textContent()).toBe('1 250 sell careful true');
  expect(await page.inputValue('[name=quantity]')).toBe('250');
  expect(await page.isChecked('[name=all]')).toBe(true);
  expect(page.problems).toEqual([]);
});

describe('clicks before hydration', () => {
  test('the last one is done once, bubbling, after the code has come', async () => {
    const page = await browser.open();
    const release = await holdModules(page);
    await page.goto(`${site.url}/clicks`);
    await page.getByRole('button', { name: 'first' }).click();
    await page.getByRole('button', { name: 'first' }).click();
    await page.getByRole('button', { name: 'second' }).click();
    expect(await page.locator('output').allTextContents()).toEqual(['0/0', '0/0', '0 1 buy  false']);
    await release();
    await page.waitForFunction(() => document.querySelectorAll('output')[1]!.textContent !== '0/0');
    await page.waitForFunction(
      () => document.querySelectorAll('is-land[data-island=Counter][data-island-status=awake]').length === 2,
    );
    expect((await page.locator('output').allTextContents()).slice(0, 2)).toEqual(['0/0', '1/1']);
    await page.getByRole('button', { name: 'second' }).click();
    expect((await page.locator('output').allTextContents())[1]).toBe('2/2');
    expect(page.problems).toEqual([]);
  });

  test('links still lead where they lead', async () => {
    const page = await browser.open();
    await holdModules(page);
    await page.goto(`${site.url}/clicks`);
    await page.getByRole('link').click();
    await page.waitForURL('**/plain');
  });
});

describe('strategies', () => {
  test('interaction: nothing is fetched until the pointer comes near', async () => {
    const page = await browser.open();
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
    const page = await open('/seen', dev);
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
    const page = await open('/idle');
    await awake(page, 'Idle');
    expect(page.problems).toEqual([]);
  });

  test('load: its modules are announced in the head', async () => {
    const html = await (await fetch(`${site.url}/shared`)).text();
    const page = await open('/shared');
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

describe('slots', () => {
  test('taken out and put back, the island inside is the same and still alive', async () => {
    const page = await open('/slots');
    await page.waitForFunction(
      () => document.querySelectorAll('is-land[data-island=Tabs][data-island-status=awake]').length === 2,
    );
    const part = page.locator('#open');
    await part.getByRole('button', { name: 'inside' }).click();
    await page.waitForFunction(() => document.querySelector('#open output')!.textContent === '1/1');
    await part.getByRole('button', { name: 'toggle' }).click();
    expect(await part.getByText('drawn by the server').count()).toBe(0);
    await part.getByRole('button', { name: 'toggle' }).click();
    await part.getByText('drawn by the server').waitFor();
    expect(await part.locator('output').textContent()).toBe('1/1');
    await part.getByRole('button', { name: 'inside' }).click();
    await page.waitForFunction(() => document.querySelector('#open output')!.textContent === '2/2');
    expect(page.problems).toEqual([]);
  });

  test('not shown at first, its content is there when it is', async () => {
    const page = await open('/slots');
    await page.waitForFunction(
      () => document.querySelectorAll('is-land[data-island=Tabs][data-island-status=awake]').length === 2,
    );
    const part = page.locator('#closed');
    await part.getByRole('button', { name: 'toggle' }).click();
    await part.getByText('not shown at first').waitFor();
    await part.getByRole('button', { name: 'hidden' }).click();
    await page.waitForFunction(() => document.querySelector('#closed output')!.textContent === '1/1');
    expect(page.problems).toEqual([]);
  });
});

describe('failures', () => {
  test('an island that throws leaves its form as the server drew it, its neighbours alive, and a notice', async () => {
    const page = await open('/fragile');
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
    const page = await browser.open();
    await page.context().addCookies([{ name: 'sid', value: 'root', url: site.url }]);
    await page.goto(`${site.url}/fragile?x=1`);
    const dialog = page.getByRole('dialog', { name: 'Crashed' });
    await dialog.waitFor();
    const told = await dialog.getByRole('textbox').inputValue();
    expect(told).toContain('Fragile: Error: fragile');
    expect(told.split('\n').filter((line) => / at .*\.js:\d+/.test(line)).length).toBeGreaterThan(2);
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
    const page = await browser.open();
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
    const page = await open('/nesting', dev);
    await page.waitForFunction(() => document.readyState === 'complete');
    expect(page.problems.filter((text) => text.includes('Invalid nesting at island Idle'))).toHaveLength(1);
    const fine = await open('/idle', dev);
    await awake(fine, 'Idle');
    expect(fine.problems).toEqual([]);
  });
});

describe('policy', () => {
  test('nothing inline runs without the nonce, and no page of ours breaks the policy', async () => {
    const page = await open('/shared');
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
    const page = await browser.open({ javaScriptEnabled: false });
    await page.goto(`${site.url}/slots`);
    expect(await page.getByText('drawn by the server').isVisible()).toBe(true);
  });
});

test('texts follow their sources while they are on the screen, also those drawn later', async () => {
  const page = await open('/live');
  const first = page.locator('p').first();
  const followers = (count: number) => page.waitForSelector(`body[data-followers="${count}"]`);
  await followers(1);
  expect(await first.textContent()).toBe('0 times');
  await dispatch(page, 'tick');
  expect(await first.textContent()).toBe('1 times');
  expect(await first.getAttribute('data-odd')).toBe('true');

  await page.evaluate(() => {
    document.querySelector('#later')!.innerHTML = '<p id="new" data-live="ticks:later">soon</p>';
  });
  await followers(2);
  expect(await page.locator('#new').textContent()).toBe('0 later');
  // another name is another source, and what somebody writes over a text does not stay
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#new')!.dataset.live = 'ticks:renamed';
    document.querySelector('p')!.textContent = 'drawn anew';
  });
  await page.locator('#new', { hasText: '0 renamed' }).waitFor();
  expect(await first.textContent()).toBe('1 times');

  await page.locator('#below').scrollIntoViewIfNeeded();
  await page.locator('#below', { hasText: '0 below' }).waitFor();
  await followers(1);
  await page.evaluate(() => document.querySelector('#below')!.remove());
  await followers(0);
  expect(page.problems).toEqual([]);
});
