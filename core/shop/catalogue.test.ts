import { expect, test } from 'bun:test';
import texts from '#locales/en/items.json' with { type: 'json' };
import { DEFAULT_THEME_ITEM, ITEMS, itemById, PRICE, resolveItem } from './catalogue.ts';

test('12 banners, 18 logos, 26 themes, 10 badges, each id, name and description once', () => {
  const count = (type: string) => ITEMS.filter((item) => item.type === type).length;
  expect([count('banner'), count('logo'), count('theme'), count('badge')]).toEqual([12, 18, 26, 10]);
  for (const key of ['id', 'name', 'description'] as const)
    expect(new Set(ITEMS.map((item) => item[key])).size).toBe(ITEMS.length);
  for (const item of ITEMS) expect(item.id).toMatch(new RegExp(`^${item.type}_\\d+$`));
});

test('prices follow the rarity; only the default theme is free', () => {
  for (const item of ITEMS) {
    expect(item.price).toBe(item.id === DEFAULT_THEME_ITEM ? 0 : PRICE[item.rarity]);
  }
});

test('every way to name an item leads to it', () => {
  for (const item of ITEMS) {
    for (const word of [
      item.id,
      item.name,
      item.name.toUpperCase(),
      item.name.replaceAll(' ', '-').toLowerCase(),
      `/assets/${item.id}-1x2y3z4q.svg`,
      `${item.id}.svg`,
      `${item.type}_${item.id}-1x2y3z4q.svg`,
      `${item.type}_${item.id}`,
      `${item.type}_${item.name}`,
    ]) {
      expect(resolveItem(word)?.id).toBe(item.id);
      expect(resolveItem(word, item.type)?.id).toBe(item.id);
    }
    if (item.theme) expect(resolveItem(item.theme)?.id).toBe(item.id);
  }
});

test('unknown items, and items of another type, resolve to null', () => {
  for (const word of [
    '',
    'banner_13',
    'banner_0',
    'theme_26',
    'banner_-1',
    'theme_-4',
    'banner 1',
    'banner_1.5',
    'x',
    '__proto__',
    'constructor',
    '-',
    '/'.repeat(999),
  ]) {
    expect(resolveItem(word)).toBeNull();
  }
  expect(resolveItem('banner_1', 'logo')).toBeNull();
  expect(itemById('Eclipse')).toBeNull();
  expect(itemById('banner_11')?.name).toBe('Eclipse');
});

test('the English texts are the catalogue’s own', () => {
  // the file begins with the names of the item types
  const ofItems = Object.entries(texts).filter(([key]) => /_\d+$/.test(key));
  expect(ofItems).toEqual(ITEMS.map((item) => [item.id, item.description]));
});
