/** New usernames: the reserved ones, and proposals for names from Discord. Look-alikes count as the same name. */

import { normalizeUsername, USERNAME_MAX, usernameKey, usernameProblem, withoutAccents } from './username.ts';

const ANYWHERE = [
  'admin',
  'moderator',
  'paperpit',
  'support',
  'official',
  ...['מנהל', 'הנהלה', 'תמיכה', 'אדמין', 'מודרטור', 'פייפרפיט', 'סאפורט'],
];
/** Common words that contain a reserved one. */
const HARMLESS = ['badminton', 'supporter'];

/** A name with one of these as a whole word (between `_`, `-` and digits) is reserved. Other insults are left to reports. */
const WORDS = [
  'mod mods staff helpdesk security צוות הצוות מערכת המערכת עזרה שירות אבטחה רשמי',
  'nigger nigga faggot kike chink spic tranny retard hitler nazi cunt fuck',
  'זונה שרמוטה כושי היטלר נאצי בןזונה קוקסינל',
].flatMap((line) => line.split(' '));
/** A name whose letters are exactly one of these is reserved. */
const WHOLE = 'team system root help api null undefined everyone'.split(' ');
const PREFIXES = ['guest-', 'deleted-'];

// Digits, and letters with strokes and hooks, that people read as another letter; `usernameKey` folds all other
// look-alikes.
const READ_AS: Record<string, string> = {
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ɓ: 'b',
  ɖ: 'd',
  ɗ: 'd',
  ð: 'd',
  ǝ: 'e',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ɨ: 'l',
  ƙ: 'k',
  ĸ: 'k',
  ŋ: 'n',
  þ: 'p',
  ʋ: 'u',
  ƴ: 'y',
};

/** Returns the letters that people read in a name, without accents; "rn" and "vv" read as one letter. */
function readingOf(name: string): string {
  const letters = [...usernameKey(withoutAccents(normalizeUsername(name)))]
    .map((letter) => READ_AS[letter] ?? letter)
    .join('');
  return letters.replace(/rn/g, 'm').replace(/vv/g, 'w');
}

const reservedAnywhere = ANYWHERE.map(readingOf);
const harmless = HARMLESS.map(readingOf);
const reservedWords = new Set(WORDS.map(readingOf));
const reservedNames = new Set([...WORDS, ...WHOLE].map(readingOf));
const prefixKeys = PREFIXES.map(usernameKey);

function hasReservedWord(name: string): boolean {
  const joined = readingOf(name.replace(/[_-]/g, ''));
  const rest = harmless.reduce((text, word) => text.replaceAll(word, ''), joined);
  if (reservedAnywhere.some((word) => rest.includes(word))) return true;
  const parts = [name.split(/[_-]+/), name.split(/[_\-\p{Nd}]+/u)].flat();
  const wholes = [name.replace(/[_-]/g, ''), name.replace(/[_\-\p{Nd}]/gu, '')];
  return (
    parts.some((part) => reservedWords.has(readingOf(part))) ||
    wholes.some((whole) => reservedNames.has(readingOf(whole)))
  );
}

function reservedProblem(name: string): 'usernameReserved' | null {
  const key = usernameKey(name);
  const isReserved =
    hasReservedWord(normalizeUsername(name)) || prefixKeys.some((prefix) => key.startsWith(prefix));
  return isReserved ? 'usernameReserved' : null;
}

/** True when a phrase contains a reserved word. Any character but a letter or a digit ends a word. */
export const isReservedPhrase = (phrase: string): boolean =>
  reservedProblem(phrase.replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '_')) !== null;

/** Returns the issue of a name that nobody may choose, else null; for registering, renaming and names from Discord. */
export function newNameProblem(name: string): 'usernameRule' | 'usernameReserved' | null {
  return usernameProblem(name) ?? reservedProblem(name);
}

/** The last number of the names with `_2` to `_9`, which are proposed before names with random digits. */
const NUMBERED = 9;
const RANDOM_TRIES = 20;
const FALLBACK = 'trader';

/** A piece of a username: a letter with its marks, a digit, `_` or `-`. */
const PIECE = /\p{L}\p{M}{0,2}|[\p{Nd}_-]/gu;

/**
 * Returns the part of `name` that fits a username, at most `length` characters; the part may be too short for a
 * username.
 */
function fitting(name: string, length: number): string {
  const visible = normalizeUsername(name).replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // blanks and dots become `_` between words
  const spaced = visible.replace(/[\s.,·/\\|]+/gu, '_').replace(/_{2,}/g, '_');
  let fit = '';
  for (const [piece] of spaced.matchAll(PIECE)) {
    if ([...fit, ...piece].length > length) break;
    fit += piece;
  }
  return normalizeUsername(fit).replace(/^_+|_+$/g, '');
}

/**
 * Yields valid usernames that resemble the first usable one of `names`, or `trader` without one; the last is `trader_`
 * and twelve digits.
 *
 * @param names in order of preference
 * @param digits returns a string of `count` random digits
 */
export function* usernamesFrom(
  names: readonly string[],
  digits: (count: number) => string,
): Generator<string> {
  const usable = names.find((name) => newNameProblem(fitting(name, USERNAME_MAX)) === null) ?? FALLBACK;
  yield fitting(usable, USERNAME_MAX);
  const numbered = function* (suffix: string) {
    const name = `${fitting(usable, USERNAME_MAX - suffix.length)}${suffix}`;
    if (newNameProblem(name) === null) yield name;
  };
  for (let n = 2; n <= NUMBERED; n++) yield* numbered(`_${n}`);
  for (let n = 0; n < RANDOM_TRIES; n++) yield* numbered(`_${digits(n < 10 ? 4 : 8)}`);
  yield `${FALLBACK}_${digits(12)}`;
}
