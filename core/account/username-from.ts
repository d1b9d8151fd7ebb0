/** Usernames for people who come with a name from elsewhere. */
import { newNameProblem } from './reserved-names.ts';
import { normalizeUsername, USERNAME_MAX } from './username.ts';

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
