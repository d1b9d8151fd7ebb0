/** Both languages say everything, and take the same values. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dir, '../locales');
type Texts = { [key: string]: string | Texts };

const namespaces = (locale: string) => readdirSync(join(FOLDER, locale)).sort();

function read(locale: string, file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (node: Texts, at: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === 'string') texts.set(at + key, value);
      else walk(value, `${at}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(join(FOLDER, locale, file), 'utf8')), '');
  return texts;
}

/** Hebrew counts with forms English has not: `_two`, `_many` stand beside `_one` and `_other`. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const stems = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(stem))].sort();
const places = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((m) => m[1]!).sort();

test('both languages have the same namespaces', () => {
  expect(namespaces('he')).toEqual(namespaces('en'));
  expect(namespaces('en').length).toBeGreaterThan(10);
});

test.each(namespaces('en'))('%s: the same keys, the same places, nothing empty', (file) => {
  const [en, he] = [read('en', file), read('he', file)];
  expect(stems(he)).toEqual(stems(en));
  for (const [key, text] of he) {
    const other = en.get(key) ?? en.get(`${stem(key)}_other`) ?? '';
    // a form for one or two may spell its number out
    const spelled = key !== stem(key) && !key.endsWith('_other');
    if (!spelled) expect({ key, places: places(text) }).toEqual({ key, places: places(other) });
    expect(text.trim()).toBe(text);
    expect(text).not.toBe('');
  }
});

/** Messages whose wording is fixed in English whatever the page's language. */
const FIXED = /^messages\.json:contact/;

test('Hebrew is written in Hebrew: only short names stay Latin', () => {
  const latin: string[] = [];
  let hebrew = 0;
  for (const file of namespaces('he')) {
    const en = read('en', file);
    for (const [key, text] of read('he', file)) {
      const name = `${file}:${key}`;
      if (/\p{Script=Hebrew}/u.test(text)) hebrew++;
      else if (!FIXED.test(name) && text === en.get(key) && text.split(/\s+/).length > 4) latin.push(name);
    }
  }
  expect(latin).toEqual([]);
  expect(hebrew).toBeGreaterThan(200);
});
