export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the beginning of a text. The cut never splits a grapheme, such as an emoji.
 * @param most UTF-16 units
 */
export function startOf(text: string, most: number): string {
  const next = graphemes.segment(text).containing(most);
  return next ? text.slice(0, next.index) : text;
}
