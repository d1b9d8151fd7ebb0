import { expect, test } from 'bun:test';
import { ITEM_TYPES, ITEMS, RARITIES } from './catalogue.ts';
import { inventoryOf } from './inventory.ts';
import { featuredFor, featuredOn, SHELF_SIZE, STRIP_SIZE, shelfOf, standOf } from './shelf.ts';

test('the pages of a type hold each of its items once, twelve on a page', () => {
  for (const type of ITEM_TYPES) {
    const { pages, total } = shelfOf({ type, rarity: null, page: 1 });
    const itemsOnPages = Array.from(
      { length: pages },
      (_, i) => shelfOf({ type, rarity: null, page: i + 1 }).items,
    );
    expect(itemsOnPages.flat()).toEqual(ITEMS.filter((item) => item.type === type));
    expect(itemsOnPages.flat()).toHaveLength(total);
    for (const items of itemsOnPages.slice(0, -1)) expect(items).toHaveLength(SHELF_SIZE);
  }
  expect(shelfOf({ type: 'theme', rarity: null, page: 1 })).toMatchObject({ pages: 3, total: 26 });
  expect(shelfOf({ type: 'banner', rarity: null, page: 1 })).toMatchObject({ pages: 1, total: 12 });
});

test('a rarity filters the items; every type has every rarity', () => {
  for (const type of ITEM_TYPES) {
    for (const rarity of RARITIES) {
      const { items, pages } = shelfOf({ type, rarity, page: 1 });
      expect(items.length).toBeGreaterThan(0);
      expect(pages).toBe(1);
      expect(items.every((item) => item.rarity === rarity)).toBe(true);
    }
  }
});

test.each([
  [0, 1],
  [-3, 1],
  [1.9, 1],
  [2, 2],
  [99, 3],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 3],
])('page %p is page %p', (number, page) => {
  expect(shelfOf({ type: 'theme', rarity: null, page: number }).page).toBe(page);
});

test('next leads through all items and round to the first, previous back', () => {
  const featured = featuredOn(20_000);
  let item = featured[0]!;
  const shelves = ITEMS.map(() => {
    const { place, next, strip } = standOf(item, featured);
    expect(featured[place - 1]).toBe(item);
    expect(strip).toHaveLength(STRIP_SIZE);
    expect(strip).toContain(item);
    expect(standOf(next, featured).previous).toBe(item);
    item = next;
    return next;
  });
  expect(new Set(shelves).size).toBe(ITEMS.length);
  expect(item).toBe(featured[0]!);
});

test('who can buy nothing finds the nearest item first; who can, and who cannot be read, the order of the day', () => {
  const day = featuredOn(20_000);
  const wallet = (tkf: number, owned: string[] = []) => ({ ...inventoryOf({ owned, active: {} }), tkf });
  const poor = featuredFor(20_000, wallet(49));
  expect(poor[0]).toBe(day.find(({ rarity, id }) => rarity === 'Basic' && id !== 'theme_0')!);
  expect(new Set(poor)).toEqual(new Set(day));
  expect(poor).toHaveLength(day.length);
  expect(featuredFor(20_000, wallet(50))).toEqual(day);
  expect(featuredFor(20_000, null)).toEqual(day);
  const basics = ITEMS.filter(({ rarity }) => rarity === 'Basic').map(({ id }) => id);
  expect(featuredFor(20_000, wallet(50, basics))[0]!.rarity).toBe('Silver');
  const all = ITEMS.map(({ id }) => id);
  expect(featuredFor(20_000, wallet(0, all))).toEqual(day);
});

test('each day begins with another rare item, and every type comes soon', () => {
  const shining = ITEMS.filter(({ rarity }) => rarity === 'Clutch' || rarity === 'Imperial');
  const firsts = shining.map((_, day) => featuredOn(20_000 + day)[0]!);
  expect(new Set(firsts)).toEqual(new Set(shining));
  const twice = [...featuredOn(20_000), ...featuredOn(20_000)];
  for (const from of ITEMS.keys()) {
    expect(new Set(twice.slice(from, from + STRIP_SIZE + 1).map(({ type }) => type)).size).toBe(4);
  }
});
