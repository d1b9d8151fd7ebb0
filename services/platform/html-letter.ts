/** A letter as HTML, in the subset that mail programs render. */
import type { Locale } from '#core/locale/locale.ts';
import { directionOf } from '#framework/locale/direction.ts';

export type LetterParts = {
  greeting: string;
  title: string;
  /** Paragraphs with a blank line between them; addresses become links. */
  message: string;
  open: Link;
  /** Why the reader gets the letter. `settings` links to the page on which the reader can stop such letters. */
  reason: string;
  settings: Link;
};
type Link = { href: string; label: string };

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (mark) => ESCAPED[mark]!);
const ADDRESS = /(https?:\/\/\S+)/;

const linked = (line: string): string =>
  line
    .split(ADDRESS)
    .map((part, index) =>
      index % 2 === 1 ? `<a dir="ltr" href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

/** Each line takes its direction from its first letter; all lines align to `side`. */
const paragraphs = (text: string, side: 'left' | 'right'): string =>
  text
    .split('\n\n')
    .map((part) => part.split('\n').map((line) => `<div dir="auto">${linked(line)}</div>`))
    .map((lines) => `<div style="${PARAGRAPH}; text-align: ${side}">${lines.join('')}</div>`)
    .join('\n');

const link = ({ href, label }: Link, style?: string) =>
  `<a${style ? ` style="${style}"` : ''} href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;

// no colours, because mail programs have a light and a dark theme
const SHEET =
  'max-width: 536px; margin: 24px auto; font: 16px/1.5 Arial, Helvetica, sans-serif; overflow-wrap: anywhere';
const CARD = 'padding: 24px; border: 1px solid; border-radius: 12px';
const TITLE = 'margin: 12px 0 0; font-size: 20px; line-height: 1.35';
const PARAGRAPH = 'margin: 12px 0 0';
const BUTTON =
  'display: inline-block; padding: 8px 20px; border: 2px solid; border-radius: 8px; font-weight: bold; text-decoration: none; color: inherit';
const FOOT = 'margin: 16px 12px 0; font-size: 13px';

/**
 * Returns the HTML of a letter in the direction of its language. Mail programs drop the attributes of `html` and
 * `body`, so the `div` inside repeats direction and language.
 */
export function htmlLetter(parts: LetterParts, locale: Locale): string {
  const direction = directionOf(locale);
  const language = `lang="${locale}" dir="${direction}"`;
  return `<!doctype html>
<html ${language}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<body>
<div ${language} style="${SHEET}">
<div style="${CARD}">
<p style="margin: 0">${escapeHtml(parts.greeting)}</p>
<h1 style="${TITLE}">${escapeHtml(parts.title)}</h1>
${paragraphs(parts.message, direction === 'rtl' ? 'right' : 'left')}
<p style="margin: 20px 0 0">${link(parts.open, BUTTON)}</p>
</div>
<p style="${FOOT}">${escapeHtml(parts.reason)} ${link(parts.settings)}</p>
</div>
</body>
</html>`;
}
