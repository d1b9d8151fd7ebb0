import { expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTranslations } from './i18n.ts';

const folder = mkdtempSync(join(tmpdir(), 'locales-'));
const texts = {
  en: {
    plain: 'Hi',
    who: '{{name}} of {{from}}, {{name}}',
    n_one: '{{count}} trade',
    n_other: '{{count}} trades',
  },
  he: { who: '‏{{name}}' },
};
for (const [language, common] of Object.entries(texts)) {
  mkdirSync(join(folder, language));
  writeFileSync(join(folder, language, 'common.json'), JSON.stringify(common));
}
const translations = loadTranslations(folder, { all: ['en', 'he'], fallback: 'en' });

type Say = (key: string, values?: Record<string, string | number>) => string;

test('a text has its values as they are, each time', () => {
  const t = translations('en') as Say;
  for (const name of ['ann', '$&', '{{from}}', '<b>']) {
    expect(t('common:who', { name, from: 7 })).toBe(`${name} of 7, ${name}`);
  }
  expect(t('common:who', { name: 'ann' })).toBe('ann of , ann');
  expect([t('common:plain'), t('common:plain', { name: 'ann' })]).toEqual(['Hi', 'Hi']);
  expect([1, 2].map((count) => t('common:n', { count }))).toEqual(['1 trade', '2 trades']);
});

test('each language has its own, and the other’s where it has none', () => {
  const t = translations('he') as Say;
  expect(t('common:who', { name: 'דן' })).toBe('‏דן');
  expect(t('common:n', { count: 3 })).toBe('3 trades');
});
