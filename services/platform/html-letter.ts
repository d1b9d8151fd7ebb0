/** A letter as HTML, from its text. Pure. */
import type { Locale } from '#core/locale/locale.ts';
import { directionOf } from '#framework/locale/languages.ts';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => ESCAPED[mark]!);
const ADDRESS = /(https?:\/\/\S+)/;

/** Returns the text with its addresses as links, left-to-right whatever surrounds them. */
const linked = (line: string): string =>
  line
    .split(ADDRESS)
    .map((part, index) =>
      index % 2 === 1 ? `<a dir="ltr" href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

/** Returns the HTML of a letter: paragraphs in the direction of its language. */
export function htmlLetter(text: string, locale: Locale): string {
  const paragraphs = text
    .split('\n\n')
    .map((paragraph) => `<p>${paragraph.split('\n').map(linked).join('<br>')}</p>`)
    .join('\n');
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<meta charset="utf-8">
<body style="font-family: sans-serif; line-height: 1.5">
${paragraphs}
</body>
</html>`;
}
