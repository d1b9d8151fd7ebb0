/** Usernames: their form, and when two of them look the same. */
import { graphemes } from '../locale/graphemes.ts';

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 20;

/** Returns a username as the database stores it: NFKC, so that names that look the same are spelled the same. */
export function normalizeUsername(name: string): string {
  return name.trim().normalize('NFKC');
}

// The scripts in modern use (UAX 31, table 5), Han with those of Japan, Korea and Taiwan. A name has one script, or Hebrew and Latin
// in different words (UTS 39), because a Cyrillic letter among Latin ones looks the same. Rare scripts such as Lisu are left out: many
// of their letters look like Latin ones.
const SCRIPTS = [
  'Latin Cyrillic Greek Hebrew Arabic Armenian Georgian Ethiopic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya',
  'Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer',
  'Han,Hiragana,Katakana Han,Hangul Han,Bopomofo',
].flatMap((line) => line.split(' '));
const classOf = (scripts: string) =>
  [...scripts.split(','), 'Inherited'].map((name) => `\\p{Script_Extensions=${name}}`).join('');
const only = (scripts: string) => new RegExp(`^[${classOf(scripts)}0-9_-]*$`, 'u');
const ONE_SCRIPT = SCRIPTS.map(only);
const HEBREW_OR_LATIN = [only('Hebrew'), only('Latin')];
// Phonetic and historic signs, most of which look like another letter; letters of living languages are left out. A name
// is tested without its accents.
const TECHNICAL =
  /(?![ƁɓƉɖƊɗƎǝƏəƐɛƆɔƔɣƗɨƘƙƲʋƳƴ])[\u0180-\u02ff\u1d00-\u1dbf\u1e9c\u1e9d\u1e9f\u1efa-\u1eff\u2100-\u218f\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f\u{10780}-\u{107bf}\u{1df00}-\u{1dfff}]/u;

export const withoutAccents = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '');

// At most two marks (vowel signs, accents without a composed letter) after a letter, and no invisible letter (Unicode counts the
// Hangul fillers as letters).
const SHAPE = /^(?:\p{L}\p{M}{0,2}|[\p{Nd}_-])+$/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** True when `name` has the form of every username, also of old accounts; length counts code points. */
export function hasUsernameForm(name: string): boolean {
  const normal = normalizeUsername(name);
  const length = [...normal].length;
  return length >= USERNAME_MIN && length <= USERNAME_MAX && SHAPE.test(normal) && !INVISIBLE.test(normal);
}

/** True when the name has one script, or each of its words is Hebrew or Latin. */
function keepsScriptsApart(name: string): boolean {
  if (ONE_SCRIPT.some((script) => script.test(name))) return true;
  return name.split(/[0-9_-]+/).every((word) => HEBREW_OR_LATIN.some((script) => script.test(word)));
}

/**
 * True when no word of a phrase mixes scripts or has signs that nobody can tell from letters; false without a letter or
 * digit.
 */
export function isReadablePhrase(phrase: string): boolean {
  const isPlain = !INVISIBLE.test(phrase) && !/\p{M}{3}/u.test(phrase) && /[\p{L}\p{Nd}]/u.test(phrase);
  if (!isPlain || TECHNICAL.test(withoutAccents(phrase))) return false;
  return phrase.split(/[^\p{L}\p{M}]+/u).every((word) => ONE_SCRIPT.some((script) => script.test(word)));
}

/** Returns the issue of a name that may not become a username (form, scripts, at least one letter), else null. */
export function usernameProblem(name: string): 'usernameRule' | null {
  const normal = normalizeUsername(name);
  const isFit = hasUsernameForm(name) && /\p{L}/u.test(normal) && !TECHNICAL.test(withoutAccents(normal));
  return isFit && keepsScriptsApart(normal) ? null : 'usernameRule';
}

// Letters and digits that look like Latin letters (Unicode's confusables, UTS 39), most of them Cyrillic, Greek,
// Armenian or Coptic. All are lower case because names are folded first; some look alike only as capitals (Cyrillic В,
// Greek Ν).
const TWINS: Record<string, string> = {
  l: '1iӏіιⲓ',
  o: '0оοօסഠ',
  a: 'аαɑ',
  b: 'вβьƅ',
  c: 'сϲᴄⲥ',
  d: 'ԁ',
  e: 'еεҽ',
  g: 'ɡց',
  h: 'нηһհ',
  j: 'јϳ',
  k: 'кκ',
  m: 'мμⲙ',
  n: 'νпոռ',
  p: 'рρⲣ',
  q: 'ԛզ',
  r: 'гᴦⲅ',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'սᴜʋ',
  v: 'ѵᴠ',
  w: 'шԝաᴡω',
  x: 'хχ',
  y: 'уυүγỿ',
  z: 'ζᴢ',
};
const SKELETON = new Map<string, string>();
for (const [letter, twins] of Object.entries(TWINS)) for (const twin of twins) SKELETON.set(twin, letter);

/**
 * Returns the unique key of a name: NFKC, case folded, without combining marks, and with one letter for all that look alike ("РаyPal"
 * in Cyrillic and "paypal" are one name; so are "l", "I", "i" and "1").
 */
export function usernameKey(name: string): string {
  // upper case first: it folds ß to SS, which lower case alone does not; a final Σ becomes ς, which is replaced below
  const folded = normalizeUsername(name).toUpperCase().toLowerCase().normalize('NFKC');
  const letters = [...folded.replace(/ς/g, 'σ').replace(/\p{M}/gu, '')];
  return letters.map((letter) => SKELETON.get(letter) ?? letter).join('');
}

/** Returns the initials that replace a missing logo: the first two letters as people count them, in upper case. */
export function initials(username: string): string {
  // each ASCII character is a grapheme, and the segmenter takes as long as rendering a small page
  if (/^[ -~]*$/.test(username)) return username.slice(0, 2).toUpperCase();
  const [first, second] = [...graphemes.segment(username)].map(({ segment }) => segment);
  return `${first ?? ''}${second ?? ''}`.toUpperCase();
}
