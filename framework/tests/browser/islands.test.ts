/** Hydration in a real browser: what the markup, the ids, the props and the state of an island must survive. */
import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { awake, dispatch, islandPages } from './pages.ts';

const site = islandPages();
const scripts = (html: string) => [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);

describe('a page without islands', () => {
  test('has no script but structured data, and asks for none', async () => {
    const page = await site.newPage();
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
  /** How the browser loaded the page, by its navigation timing. */
  const delivery = (page: Page) =>
    page.evaluate(
      () =>
        (performance.getEntriesByType('navigation')[0] as PerformanceEntry & { deliveryType: string })
          .deliveryType,
    );

  test('are fetched when they are pressed, those the site names, and shown when let go', async () => {
    const page = await site.open('/pressed');
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
  test.each(['live', 'dev'] as const)(
    'are unique over all islands of a page and the same after hydration (%s)',
    async (mode) => {
      const page = await site.open('/ids', mode);
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
    const page = await site.open('/ids');
    expect(await page.locator('is-land is-land').count()).toBe(0);
    expect(await page.getByLabel('c two').count()).toBe(1);
  });
});

describe('shared values', () => {
  test.each(['live', 'dev'] as const)(
    'one that changed before an island wakes keeps its nodes and the text typed there (%s)',
    async (mode) => {
      const page = await site.open('/shared', mode);
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
  const page = await site.open('/clicks', 'dev');
  await page.fill('[name=quantity]', '250');
  await page.selectOption('[name=side]', 'sell');
  await page.fill('[name=note]', 'careful');
  await dispatch(page, 'wake-draft');
  await awake(page, 'Draft');
  await page.getByRole('button', { name: 'update' }).click();
  await page.waitForFunction(() => document.querySelector('form output')!.textContent!.startsWith('1 '));
  expect(await page.locator('form output').textContent()).toBe('1 250 sell careful');
  expect(await page.inputValue('[name=quantity]')).toBe('250');
  expect(page.problems).toEqual([]);
});

describe('slots', () => {
  test('taken out and put back, the island inside is the same and still alive', async () => {
    const page = await site.open('/slots');
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
    const page = await site.open('/slots');
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

test('texts follow their sources while they are on the screen, also those drawn later', async () => {
  const page = await site.open('/live');
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
  // a new name means a new source, and a text written over a live one does not stay
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#new')!.dataset.live = 'ticks:renamed';
    document.querySelector('p')!.textContent = 'drawn anew';
  });
  await page.locator('#new', { hasText: '0 renamed' }).waitFor();
  expect(await first.textContent()).toBe('1 times');
  // a morph writes into the text node
  await page.evaluate(() => {
    document.querySelector('p')!.firstChild!.nodeValue = 'morphed';
  });
  await first.filter({ hasText: '1 times' }).waitFor();

  await page.locator('#below').scrollIntoViewIfNeeded();
  await page.locator('#below', { hasText: '0 below' }).waitFor();
  await followers(1);
  await page.evaluate(() => document.querySelector('#below')!.remove());
  await followers(0);
  expect(page.problems).toEqual([]);
});
