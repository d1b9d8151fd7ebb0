import { newNameProblem, usernamesFrom } from '#core/account/reserved-names.ts';
import { normalizeUsername, usernameKey, usernameProblem } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { WireProfile, WireUser } from '#core/contract/account.ts';
import { readXp, toNumber, XP_DIGITS } from '#core/money/money.ts';
import { xpToNextLevel } from '#core/progress/xp.ts';
import { type Issue, issueAt } from '#core/refusals/issues.ts';
import { type AppError, fail, invalidInput } from '#core/refusals/refusals.ts';
import { isEntryClosed } from '#core/season/entry.ts';
import type { Game } from '#core/season/game.ts';
import { inventoryOf } from '#core/shop/inventory.ts';
import type { Sql } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { takeJoinLink } from '#db/queries/account/join-links.ts';
import { findProgress } from '#db/queries/account/progress.ts';
import * as users from '#db/queries/account/users.ts';
import { isNameHeld } from '#db/queries/account/users.ts';
import { findAnswer, storeAnswer } from '#db/queries/platform/requests.ts';
import { grantSeasonAccount, newestSeason } from '#db/queries/season/seasons.ts';
import { readWallet } from '#db/queries/shop/items.ts';
import type { Clock } from '../platform/clock.ts';
import { digestOf, hashOf } from '../platform/idempotency.ts';
import type { Try } from '../platform/rate-limit.ts';
import { profileItems } from '../shop/shop.ts';
import { DiscordError } from './discord.ts';
import { hashPassword, passwordProblem, verifyPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

const person = (row: users.UserRow): SessionUser => ({
  id: row.id,
  username: row.username,
  isAdmin: row.is_admin,
  locale: row.locale,
});

/**
 * A person who may sign in. `waysEndedAt`: when the account last ended its older sessions, links and codes
 * (`endOlderWays` of sessions.ts), epoch ms; null: never.
 */
type Entrant = { person: SessionUser; waysEndedAt: number | null };

const entrant = (row: users.UserRow & { ways_ended_at: Date | null }): Entrant => ({
  person: person(row),
  waysEndedAt: row.ways_ended_at?.getTime() ?? null,
});

export type Accounts = ReturnType<typeof createAccounts>;

type Deps = { sql: Sql; clock: Clock; sessions: Sessions };

/**
 * `join`: code of a new person's join link. `guestId`: the guest whose account a new person takes over. `intent`: the
 * key of the form that registers, for `isMadeBy`.
 */
type Origin = {
  locale?: SessionUser['locale'];
  join?: string | null;
  guestId?: number | null;
  intent?: string | null;
};

export function createAccounts(deps: Deps) {
  const { sql } = deps;

  return {
    /**
     * Registers a trader, with the start cash of the current season while its entry is open. With `origin.guestId` the
     * guest's account becomes the trader's, practice included.
     * @param count counts the new account before it is created
     * @throws INVALID with an issue of the field, USERNAME_TAKEN, JOIN_OVER, SIGNED_OUT when another request took
     * over or removed the guest
     */
    async register(
      input: { username: string; password: string },
      origin: Origin = {},
      count: Count = uncounted,
    ): Promise<SessionUser> {
      refuse(problems(input, newNameProblem));
      const make = async () => (await create(deps, input.username, input, origin)) ?? refuseTaken();
      return await withCount(count, make);
    },

    /** True when the form with this key has registered the account of this name, in the last 24 hours. */
    isMadeBy: (intent: string, username: string) => isMadeBy(sql, intent, username),

    /**
     * Returns the user with this name and password. Takes the same time for unknown names.
     * @param count counts the attempt before the password is checked; a right password undoes the count
     * @throws BAD_CREDENTIALS
     */
    async authenticate(
      input: { username: string; password: string },
      count: (account: users.CredentialRow | null) => Promise<Try> = uncounted,
    ): Promise<Entrant> {
      const row = await users.findCredential(sql, usernameKey(input.username));
      const attempt = await count(row);
      if (!(await verifyPassword(input.password, row?.password_hash)) || !row) throw fail('BAD_CREDENTIALS');
      await attempt.forgive();
      return entrant(row);
    },

    /** Returns the account of this name with its password hash; null without one, and for simulated traders and guests. */
    credential: (username: string) => users.findCredential(sql, usernameKey(username)),

    isKnownByDiscord: async (id: string) => (await users.findByDiscord(sql, id)) !== null,

    /** Returns a free name for a new trader from Discord. @throws USERNAME_TAKEN when every candidate is taken */
    nameForDiscord: (names: readonly string[]) => freeName(sql, names),

    /**
     * Returns the trader of a Discord account. The first time it registers one, with a free name taken from or similar
     * to Discord's.
     * @param origin.begunAt when the sign-in began, epoch ms @param count counts a new account before it is created
     * @throws DiscordError `expired` when `endOlderWays` ran for the account after `begunAt`; JOIN_OVER,
     * USERNAME_TAKEN, SIGNED_OUT as in `register`
     */
    byDiscord: (
      who: { id: string; names: readonly string[] },
      origin: Origin & { begunAt: number },
      count: Count = uncounted,
    ): Promise<Entrant> => signInByDiscord(deps, who, origin, count),

    /**
     * Makes `username` an admin with this password: a new user, or an existing user, whose older sessions, links and
     * codes end.
     * @throws INVALID with an issue of the field; USERNAME_TAKEN when a simulated trader, a guest or a former owner has
     * the name
     */
    async makeAdmin(input: { username: string; password: string }): Promise<SessionUser> {
      const isNew = !(await users.findCredential(sql, usernameKey(input.username)));
      refuse(problems(input, isNew ? usernameProblem : anyName));
      const created = await create(deps, input.username, input, { isAdmin: true });
      return created ?? (await changePassword(deps, input, { isAdmin: true })) ?? refuseTaken();
    },

    /**
     * Sets a new password for the account of this name and ends its older sessions, links and codes.
     * @returns null without such an account @throws INVALID
     */
    async setPassword(input: { username: string; password: string }): Promise<SessionUser | null> {
      refuse(problems(input, anyName));
      return await changePassword(deps, input, {});
    },

    /** True when the user is suspended, must change the name, or is leaving. */
    isRestricted: (userId: number) => users.isRestricted(sql, userId),

    hasAdmin: () => users.hasAdmin(sql),

    find: (username: string): Promise<SessionUser | null> => findUser(sql, username),

    wire: (user: SessionUser): Promise<WireUser> => wireUser(sql, user),

    /** @throws UNKNOWN_TRADER */
    profile: (userId: number, game?: Game) => readProfile(sql, userId, game),

    /** Returns the cash that a user's working orders in a game hold, the free cash, and the number of these orders. */
    heldByOrders: (userId: number, game?: Game): Promise<users.HeldByOrders> =>
      users.findHeld(sql, userId, game),
  };
}

/**
 * Creates the user, or takes over a guest's account, in one transaction that also counts the use of the join link.
 * While entry is open, and for an admin always, the user gets an account in the newest season.
 * @returns null when the name is taken
 * @throws JOIN_OVER, SIGNED_OUT when another request took over or removed the guest
 */
async function create(
  { sql, clock }: Pick<Deps, 'sql' | 'clock'>,
  username: string,
  proof: { password: string } | { discordId: string },
  more: Origin & { isAdmin?: boolean },
) {
  const { guestId = null, isAdmin = false, locale = null } = more;
  const fields = {
    username: normalizeUsername(username),
    usernameKey: usernameKey(username),
    passwordHash: 'password' in proof ? await hashPassword(proof.password) : null,
    discordId: 'discordId' in proof ? proof.discordId : null,
    locale,
  };
  const making = sql.begin(async (tx) => {
    if (await isNameHeld(tx, fields.usernameKey, null)) return null;
    const row =
      guestId === null
        ? await users.insertUser(tx, { ...fields, isAdmin })
        : await users.keepGuest(tx, guestId, fields);
    if (!row && guestId !== null) throw fail('SIGNED_OUT');
    if (!row) return null;
    // read after the insert: the insert waits until a concurrent season start has committed (holdRegistrations)
    const season = await newestSeason(tx);
    const isOpen = season !== null && (row.is_admin || !isEntryClosed(season, clock.now()));
    if (isOpen) await grantSeasonAccount(tx, season.id, row.id);
    if (more.join && !(await takeJoinLink(tx, more.join, clock.now()))) throw fail('JOIN_OVER');
    if (more.intent) await storeAnswer(tx, row.id, registrationOf(more.intent, row.id, clock.now()));
    return person(row);
  });
  return await making.catch((error: unknown) => {
    if (isUniqueViolation(error)) return null;
    throw error;
  });
}

async function isMadeBy(sql: Sql, intent: string, username: string): Promise<boolean> {
  const row = await users.findCredential(sql, usernameKey(username));
  return row !== null && (await findAnswer(sql, row.id, digestOf(intent), 0)).answer !== null;
}

const registrationOf = (intent: string, userId: number, now: number) => ({
  key: digestOf(intent),
  hash: hashOf('register'),
  response: JSON.stringify({ id: userId }),
  at: new Date(now),
});

async function changePassword(
  { sql, sessions }: Deps,
  { username, password }: { username: string; password: string },
  rights: { isAdmin?: true },
) {
  const passwordHash = await hashPassword(password);
  const row = await users.findCredential(sql, usernameKey(username));
  if (!row) return null;
  await sessions.endOlderWays(row.id, null, (tx) =>
    users.updatePassword(tx, row.id, passwordHash, rights.isAdmin ?? false),
  );
  return { ...person(row), isAdmin: row.is_admin || Boolean(rights.isAdmin) };
}

async function signInByDiscord(
  deps: Deps,
  { id, names }: { id: string; names: readonly string[] },
  { begunAt, ...origin }: Origin & { begunAt: number },
  count: Count,
): Promise<Entrant> {
  const { sql } = deps;
  const existing = await users.findByDiscord(sql, id);
  if (existing?.ways_ended_at && existing.ways_ended_at.getTime() >= begunAt)
    throw new DiscordError('expired', null);
  if (existing) return entrant(existing);
  return await withCount(count, async (attempt) => {
    for (const username of usernamesFrom(names, randomDigits)) {
      const created = await create(deps, username, { discordId: id }, origin);
      if (created) return { person: created, waysEndedAt: null };
      // the name is taken, or a concurrent request of the same person has created the account
      const faster = await users.findByDiscord(sql, id);
      if (!faster) continue;
      await attempt.forgive();
      return entrant(faster);
    }
    return refuseTaken();
  });
}

async function wireUser(sql: Sql, { id, username, isAdmin }: SessionUser): Promise<WireUser> {
  return { id, username, isAdmin, balance: await users.findBalance(sql, id) };
}

async function findUser(sql: Sql, username: string): Promise<SessionUser | null> {
  const row = await users.findCredential(sql, usernameKey(username));
  return row && person(row);
}

async function freeName(sql: Sql, names: readonly string[]): Promise<string> {
  for (const username of usernamesFrom(names, randomDigits)) {
    const key = usernameKey(username);
    if (!(await isNameHeld(sql, key, null)) && !(await users.findCredential(sql, key))) return username;
  }
  return refuseTaken();
}

/** @throws UNKNOWN_TRADER */
async function readProfile(sql: Sql, userId: number, game?: Game): Promise<WireProfile> {
  const [row, progress, items, balance] = await Promise.all([
    users.findUser(sql, userId),
    findProgress(sql, userId),
    readWallet(sql, userId),
    users.findBalance(sql, userId, game),
  ]);
  if (!row) throw fail('UNKNOWN_TRADER');
  const xp = readXp(progress.xp);
  return {
    userId: row.id,
    username: row.username,
    isAdmin: row.is_admin,
    balance,
    level: progress.level,
    xp: toNumber(xp, XP_DIGITS),
    xpToNextLevel: toNumber(xpToNextLevel(xp), XP_DIGITS),
    tkf: progress.tkf,
    ...profileItems(inventoryOf(items)),
  };
}

type Count = () => Promise<Try>;
const uncounted: Count = async () => ({ async forgive() {} });

/** Counts an attempt and runs `make`; an error undoes the count. */
async function withCount<T>(count: Count, make: (attempt: Try) => Promise<T>): Promise<T> {
  const attempt = await count();
  try {
    return await make(attempt);
  } catch (error) {
    await attempt.forgive();
    throw error;
  }
}

export const sixDigits = (): string => randomDigits(6);

const randomDigits = (count: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte % 10).join('');

// An existing name may predate the present rule for names.
const anyName = () => null;

function problems(
  input: { username: string; password: string },
  nameProblem: typeof newNameProblem,
): Issue[] {
  const username = nameProblem(input.username);
  return [username && issueAt('username', username), passwordProblem(input.password)].filter(
    (each) => each !== null,
  );
}

export const nameTaken = (): AppError =>
  fail('USERNAME_TAKEN', { issues: [issueAt('username', 'USERNAME_TAKEN')] });

function refuseTaken(): never {
  throw nameTaken();
}

/** @throws INVALID when there are issues */
function refuse(issues: Issue[]) {
  if (issues.length) throw invalidInput(issues);
}
