/** Passwords: refuses weak ones, and hashes by argon2id off the event loop. */
import common from '#core/account/common-passwords.txt' with { type: 'text' };
import { type Issue, issueAt } from '#core/refusals/issues.ts';
import { invalidInput } from '#core/refusals/refusals.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

// The 5,000 commonest passwords of 8 characters and more (zxcvbn's list, MIT licence), lower case.
const COMMON = new Set(common.split('\n'));

// Words of this site (docs/security.md 6.1.2): attackers guess them first, with digits and signs added.
const OURS = new Set([
  ...['paperpit', 'papertrade', 'papertrader', 'papertrading', 'trade', 'trader', 'traders', 'trading'],
  ...[
    'stock',
    'stocks',
    'market',
    'season',
    'leaderboard',
    'admin',
    'administrator',
    'demoadmin',
    'demotrader',
  ],
  ...['פייפרפיט', 'מסחר', 'סוחר', 'סוחרת', 'מניות', 'בורסה', 'עונה', 'מנהל', 'מנהלת'],
]);
const lettersOf = (text: string) => text.toLowerCase().replace(/\P{L}/gu, '');

/** Returns the issue when `password` may not be chosen, else null. Any characters are accepted. */
export function passwordProblem(password: string): Issue | null {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return issueAt('password', 'passwordShort', { length: PASSWORD_MIN });
  if (length > PASSWORD_MAX) return issueAt('password', 'passwordLong', { length: PASSWORD_MAX });
  const isOurs = OURS.has(lettersOf(password));
  if (COMMON.has(password.toLowerCase()) || isOurs || /^(.)\1*$/u.test(password))
    return issueAt('password', 'passwordCommon');
  return null;
}

export function refusePassword(password: string): void {
  const issue = passwordProblem(password);
  if (issue) throw invalidInput([issue]);
}

/** Cost of a hash: OWASP's first choice for argon2id, 19 MiB and two passes. The server tests lower it. */
export const HASHING = { algorithm: 'argon2id' as const, memoryCost: 19_456, timeCost: 2 };

// A composed and a decomposed é look the same and are typed by one key: they count as the same password.
const canonical = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(canonical(password), HASHING);
}

let nobody: Promise<string> | undefined;

/**
 * True when `password` belongs to `hash`. Without a hash (no such user, or no password) it returns false after the
 * same time, which therefore reveals nothing.
 */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  nobody ??= hashPassword(crypto.randomUUID());
  const matches = await Bun.password.verify(canonical(password), hash ?? (await nobody));
  return matches && Boolean(hash);
}
