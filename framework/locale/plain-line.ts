import type { Direction } from './languages.ts';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const [TO_RIGHT, TO_LEFT] = ['\u200e', '\u200f'];

/**
 * A sentence for places that have no direction of their own: tab titles, link previews, mail. Their reader takes it from the
 * first letter, so a sentence that begins with a word of the other direction gets a mark of its own before it.
 */
export function plainLine(text: string, dir: Direction): string {
  const letters = text.match(/\p{L}/gu) ?? [];
  const isTurned = (letter: string) => RIGHT_TO_LEFT.test(letter) !== (dir === 'rtl');
  const [first] = letters;
  const needsMark = first !== undefined && isTurned(first) && !letters.every(isTurned);
  return needsMark ? (dir === 'rtl' ? TO_LEFT : TO_RIGHT) + text : text;
}
