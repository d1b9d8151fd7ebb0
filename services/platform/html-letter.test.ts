/** A letter as HTML: its direction where mail programs read it, and escaped texts. */
import { expect, test } from 'bun:test';
import { htmlLetter } from './html-letter.ts';

const PARTS = {
  greeting: 'שלום <b>,',
  title: 'הקלטה & עוד',
  message: 'שורה\nEnglish first\n\nhttps://a.example/?a=1&b=2',
  open: { href: 'https://a.example/"x', label: 'פתיחה' },
  reason: 'בחרת בזה.',
  settings: { href: 'https://a.example/s', label: 'הגדרות' },
};

test('paragraphs, lines and addresses, in the direction of the language; nothing of a text is HTML', () => {
  const html = htmlLetter(PARTS, 'he');
  // mail programs keep only the second
  expect(html.match(/<(html|div) lang="he" dir="rtl"/g)).toHaveLength(2);
  expect(html).toContain('>שלום &lt;b&gt;,</p>');
  expect(html).toContain('>הקלטה &amp; עוד</h1>');
  expect(html).toMatch(
    /<div style="[^"]* text-align: right"><div dir="auto">שורה<\/div><div dir="auto">English first<\/div><\/div>/,
  );
  expect(html).toMatch(
    /<a dir="ltr"[^>]* href="https:\/\/a\.example\/\?a=1&amp;b=2">https:\/\/a\.example\/\?a=1&amp;b=2<\/a>/,
  );
  expect(html).toContain('href="https://a.example/&quot;x">פתיחה</a>');
  expect(htmlLetter(PARTS, 'en')).toContain('<div lang="en" dir="ltr"');
});
