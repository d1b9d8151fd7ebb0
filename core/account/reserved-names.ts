/** Names nobody may choose: those that speak for the site, and the worst insults. Look-alikes count as the same. */

import { normalizeUsername, USERNAME_MAX, usernameKey, usernameProblem } from './username.ts';

/** Reserved wherever they stand in a name. */
const ANYWHERE = [
  'admin',
  'moderator',
  'paperpit',
  'support',
  'official',
  ...['מנהל', 'הנהלה', 'תמיכה', 'אדמין', 'מודרטור', 'פייפרפיט', 'סאפורט'],
];
/** Everyday words that hold one of those. */
const HARMLESS = ['badminton', 'supporter'];

/** Reserved as a whole word of a name, between `_`, `-` and digits; the insults are the worst, all others are for reports. */
const WORDS = [
  'mod mods staff helpdesk security צוות הצוות מערכת המערכת עזרה שירות אבטחה רשמי',
  'nigger nigga faggot kike chink spic tranny retard hitler nazi cunt fuck',
  'זונה שרמוטה כושי היטלר נאצי בןזונה קוקסינל',
].flatMap((line) => line.split(' '));
/** Reserved when they are all the letters of a name. */
const WHOLE = 'team system root help api null undefined everyone'.split(' ');
const PREFIXES = ['guest-', 'deleted-'];

// Digits and strokes that are read as letters; usernameKey folds the rest.
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
};

/** The letters somebody reads in a name, without accents; "rn" and "vv" are read as one letter. */
function readingOf(name: string): string {
  const plain = normalizeUsername(name).normalize('NFKD').replace(/\p{M}/gu, '');
  const letters = [...usernameKey(plain)].map((letter) => READ_AS[letter] ?? letter).join('');
  return letters.replace(/rn/g, 'm').replace(/vv/g, 'w');
}

const reservedAnywhere = ANYWHERE.map(readingOf);
const harmless = HARMLESS.map(readingOf);
const reservedWords = new Set(WORDS.map(readingOf));
const reservedNames = new Set([...WORDS, ...WHOLE].map(readingOf));
const prefixKeys = PREFIXES.map(usernameKey);

/** Whether a name holds a reserved word as it is written, or with its digits taken for what they are. */
function speaksForTheSite(name: string): boolean {
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

/** The issue when `name` is reserved, else null. */
function reservedProblem(name: string): 'usernameReserved' | null {
  const key = usernameKey(name);
  const isReserved =
    speaksForTheSite(normalizeUsername(name)) || prefixKeys.some((prefix) => key.startsWith(prefix));
  return isReserved ? 'usernameReserved' : null;
}

/** The issue when nobody may choose `name`, else null: the one rule for registering, renaming and names from elsewhere. */
export function newNameProblem(name: string): 'usernameRule' | 'usernameReserved' | null {
  return usernameProblem(name) ?? reservedProblem(name);
}

/** Usernames for people who come with a name from elsewhere. */

/** How many numbered names are tried before random ones. */
const NUMBERED = 9;
const RANDOM_TRIES = 20;
const FALLBACK = 'trader';

/** What may stand in a username, piece by piece: a letter with its marks, a digit, `_` or `-`. */
const PIECE = /\p{L}\p{M}{0,2}|[\p{Nd}_-]/gu;

/** As much of `name` as a username can hold, at most `room` characters; may be too short to be one. */
function fitting(name: string, room: number): string {
  const visible = normalizeUsername(name).replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // blanks, dots and the like keep words apart
  const spaced = visible.replace(/[\s.,·/\\|]+/gu, '_').replace(/_{2,}/g, '_');
  let fit = '';
  for (const [piece] of spaced.matchAll(PIECE)) {
    if ([...fit, ...piece].length > room) break;
    fit += piece;
  }
  return normalizeUsername(fit).replace(/^_+|_+$/g, '');
}

/**
 * Valid usernames for someone who is called `names` elsewhere, the closest first; ever more different ones follow,
 * so that one of them is free.
 *
 * @param names in order of preference
 * @param digits gives a random string of that many digits
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
