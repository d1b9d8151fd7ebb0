export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the beginning of a text, cut between graphemes: half an emoji is no character.
 * @param most UTF-16 units
 */
export function startOf(text: string, most: number): string {
  const next = graphemes.segment(text).containing(most);
  return next ? text.slice(0, next.index) : text;
}
