import { expect, test } from 'bun:test';
import { brotliCompressSync } from 'node:zlib';
import { RANKS } from '#core/leaderboard/rank.ts';
import { ITEMS } from '#core/shop/catalogue.ts';
import { drawItem, itemPictures } from './items.ts';
import { emblem } from './rank.ts';

const pictures = new Map(ITEMS.map((item) => [item.id, drawItem(item)]));

test('a drawing is the same every time', () => {
  for (const { name, text } of itemPictures()) {
    expect(text).toBe(pictures.get(name.replace('items/', '').replace('.svg', ''))!);
  }
});

test('each item looks different', () => {
  expect(new Set(pictures.values()).size).toBe(ITEMS.length);
});

test.each(ITEMS.map((item) => item.id))('%s is small, whole and self-contained', (id) => {
  const text = pictures.get(id)!;
  expect(brotliCompressSync(text).byteLength).toBeLessThanOrEqual(6 * 1024);
  expect(text).not.toMatch(/NaN|undefined|Infinity|null|\[object/);
  // only numbers and colours: no text, no scripts, no external resources
  expect(text).not.toMatch(
    /<(text|script|image|filter|style|foreignObject)|https?:\/\/(?!www\.w3\.org\/2000\/svg)/,
  );
  expect(tagsOf(text)).toEqual([]);
});

test('ids are unique across all pictures, and every reference leads to one in its own picture', () => {
  const usedIds = new Set<string>();
  for (const text of pictures.values()) {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]!);
    for (const id of ids) {
      expect(usedIds.has(id)).toBe(false);
      usedIds.add(id);
    }
    for (const [, a, b] of text.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)) expect(ids).toContain(a ?? b!);
  }
  expect(usedIds.size).toBeGreaterThan(26);
});

test('an emblem lights as many steps as its rank is high', () => {
  RANKS.forEach((rank, i) => {
    const lit = [...emblem(rank).matchAll(/class="step"[^>]*stroke-opacity/g)];
    expect(lit).toHaveLength(i + 1);
  });
});

/** Returns elements that are never closed, or closed too often. */
function tagsOf(text: string): string[] {
  const open: string[] = [];
  for (const [, close, name, self] of text.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (close) {
      if (open.pop() !== name) return [name!];
    } else if (!self) open.push(name!);
  }
  return open;
}
