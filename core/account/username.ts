/** Usernames: what they may hold, and when two of them are the same to a reader. */

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 20;

/** The form a username is stored and shown in: NFKC, so that one look has one spelling. */
export function normalizeUsername(name: string): string {
  return name.trim().normalize('NFKC');
}

// The scripts people write names in today (UAX 31, table 5), Han with those of Japan, Korea and Taiwan. Every word of a
// name keeps to one of them, and only Hebrew and Latin stand in one name, in words of their own (UTS 39): nothing else
// tells a Cyrillic letter among Latin ones. Rare scripts such as Lisu are full of Latin twins.
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
// Signs of phonetics and of old print, many of them small capitals; but not the letters that languages write with.
const TECHNICAL = /(?![ɓɖɗəɛɔɣɨʋ])[\u0250-\u02ff\u1d00-\u1dbf\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f]/u;

// A mark (vowel sign, accent without a composed letter) only right after a letter, two at most; and no letter
// that draws nothing (the Hangul fillers are letters to Unicode).
const SHAPE = /^(?:\p{L}\p{M}{0,2}|[\p{Nd}_-])+$/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** Whether `name` has the form that usernames have always had; length counts code points. An old account may have no more. */
export function hasUsernameForm(name: string): boolean {
  const normal = normalizeUsername(name);
  const length = [...normal].length;
  return length >= USERNAME_MIN && length <= USERNAME_MAX && SHAPE.test(normal) && !INVISIBLE.test(normal);
}

/** Whether all is of one script, or each word Hebrew or Latin. */
function keepsScriptsApart(name: string): boolean {
  if (ONE_SCRIPT.some((script) => script.test(name))) return true;
  return name.split(/[0-9_-]+/).every((word) => HEBREW_OR_LATIN.some((script) => script.test(word)));
}

/** The issue when `name` may not become a username, else null: form, scripts, at least one letter. */
export function usernameProblem(name: string): 'usernameRule' | null {
  const normal = normalizeUsername(name);
  const isFit = hasUsernameForm(name) && /\p{L}/u.test(normal) && !TECHNICAL.test(normal);
  return isFit && keepsScriptsApart(normal) ? null : 'usernameRule';
}

// After Unicode's confusables (UTS 39), for the alphabets people mix with Latin: Cyrillic, Greek, Armenian, Coptic
// and digits. Keys are lower case because folding comes first, so a capital's twin (Cyrillic В, Greek Ν) counts here.
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
 * The key that must be unique: NFKC, case folded, marks that stand alone dropped, and letters that look alike
 * mapped together ("РаyPal" in Cyrillic and "paypal" are one name; so are "l", "I", "i" and "1").
 */
export function usernameKey(name: string): string {
  // Upper case first: it folds ß and final sigma the way simple lower-casing does not.
  const folded = normalizeUsername(name).toUpperCase().toLowerCase().normalize('NFKC');
  const letters = [...folded.replace(/ς/g, 'σ').replace(/\p{M}/gu, '')];
  return letters.map((letter) => SKELETON.get(letter) ?? letter).join('');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What stands for a trader without a logo: the first two letters as people count them, in upper case. */
export function initials(username: string): string {
  const [first, second] = [...graphemes.segment(username)].map(({ segment }) => segment);
  return `${first ?? ''}${second ?? ''}`.toUpperCase();
}
