/** A letter as HTML says what its text says. */
import { expect, test } from 'bun:test';
import { htmlLetter } from './mail.ts';

test('paragraphs, lines and addresses, in the direction of the language; nothing of a text is HTML', () => {
  const html = htmlLetter('שלום <b>\nשורה\n\nhttps://a.example/?a=1&b=2', 'he');
  expect(html).toContain('<html lang="he" dir="rtl">');
  expect(html).toContain('<p>שלום &lt;b&gt;<br>שורה</p>');
  expect(html).toContain(
    '<p><a dir="ltr" href="https://a.example/?a=1&amp;b=2">https://a.example/?a=1&amp;b=2</a></p>',
  );
  expect(htmlLetter('Hello', 'en')).toContain('<html lang="en" dir="ltr">');
});
