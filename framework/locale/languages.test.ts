import { expect, test } from 'bun:test';
import { createLanguages, plainLine } from './languages.ts';

const languages = createLanguages({ all: ['en', 'he'], fallback: 'en', zone: 'UTC' });

test.each([
  ['he-IL,he;q=0.9,en;q=0.5', 'he'],
  ['en;q=0.5,he;q=0.9', 'he'],
  ['en;q=0.8, he', 'he'],
  ['fr, en;q=0.1, iw;q=0.2', 'he'],
  ['en;q=0.5, he;q=0.5', 'en'],
  ['he;q=0, fr', 'en'],
  ['en;q=0, he;q=0.001', 'he'],
  ['he;q=0.000', 'en'],
  ['EN;Q=0.4 , HE ; Q=0.6', 'he'],
  ['he;q=high, en;q=0.9', 'he'],
  [',;q=1,*', 'en'],
  ['', 'en'],
] as const)('a browser that accepts %j reads %s', (header, locale) => {
  const request = new Request('http://site.test/', { headers: { 'accept-language': header } });
  expect(languages.preferred(request, null)).toBe(locale);
});

test.each([
  ['rtl', 'Discord נותק מהחשבון', '\u200fDiscord נותק מהחשבון'],
  ['rtl', '3 dana ניצחה', '\u200f3 dana ניצחה'],
  ['rtl', 'העמוד של dana', 'העמוד של dana'],
  ['rtl', 'dana · Site', 'dana · Site'],
  ['ltr', 'נועה · Site', '\u200eנועה · Site'],
  ['ltr', 'Page of נועה', 'Page of נועה'],
  ['ltr', '404', '404'],
] as const)('%s: %j', (dir, text, line) => expect(plainLine(text, dir)).toBe(line));
