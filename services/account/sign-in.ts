/** Signs people in: by name and password, by registering, by Discord; then by the code of the second factor. */
import { z } from 'zod';
import { deviceOf } from '#core/account/device.ts';
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { AppError, fail } from '#core/refusals/refusals.ts';
import type { Addresses } from '#framework/http/address.ts';
import type { Counts } from '../numbers/counts.ts';
import type { Clock } from '../platform/clock.ts';
import type { RateLimits, Try } from '../platform/rate-limit.ts';
import { languages } from '../platform/say.ts';
import type { SecurityLog, Way } from '../platform/security-log.ts';
import type { Settings } from '../platform/settings.ts';
import type { Accounts } from './accounts.ts';
import type { Devices } from './devices.ts';
import type { DiscordPerson } from './discord.ts';
import type { Guesses } from './guesses.ts';
import { demandConsent } from './guests.ts';
import type { JoinLinks } from './join-links.ts';
import type { Membership } from './membership.ts';
import type { NotifyOwner } from './notify-owner.ts';
import type { SecondFactor } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import { signedCookie } from './signed-cookie.ts';

export type Entrance = { person: SessionUser; cookies: string[] };
/** Without `person` nobody is signed in yet: `cookies` hold a sign-in that waits for the code of the second factor. */
export type SignInStep = Entrance | { person: null; cookies: string[] };

export const CODE_PATH = '/auth/code';
/** How long a sign-in waits for its code, s. */
const WAIT_S = 5 * 60;

const HalfSignIn = z.object({
  userId: z.int(),
  way: z.enum(['password', 'discord']),
  next: z.string(),
  endsGuest: z.boolean().optional(),
  begunAt: z.number(),
  waysEndedAt: z.number().nullable(),
});
const halfSignIn = signedCookie('half', 'paperpit sign-in without its code', HalfSignIn, WAIT_S);
type Names = { username: string; password: string };
type After = { next: string; endsGuest: boolean };

type Deps = CodeDeps & {
  accounts: Accounts;
  addresses: Addresses;
  counts: Counts;
  devices: Devices;
  guesses: Guesses;
  joinLinks: JoinLinks;
  membership: Membership;
  limits: RateLimits;
  tell: NotifyOwner;
  securityLog: SecurityLog;
  sessions: Sessions;
};

type DiscordAttempt = { begunAt: number; next?: string; join?: string | null; endsGuest?: boolean };

const guestOf = (user: SessionUser | null): number | null => (user?.isGuest ? user.id : null);

export function createSignIn(deps: Deps) {
  const { accounts, devices, securityLog, sessions, tell } = deps;

  /**
   * Opens a session. Notifies the account's owner when the browser is new, and remembers the browser, unless too many
   * new browsers came from its address.
   * @throws SIGN_IN_OVER when `endOlderWays` has run for the account after the sign-in began
   */
  async function enter(
    request: Request,
    person: SessionUser,
    { way, waysEndedAt }: Beginning,
  ): Promise<Entrance> {
    const session = await sessions.open(request, person.id, waysEndedAt);
    securityLog.signedIn(request, person, way);
    const isNew = !devices.read(request)?.accounts.has(person.id);
    if (isNew && way !== 'new account') await tell(person.id, 'newDevice', { device: deviceName(request) });
    const credential = await accounts.credential(person.username);
    const isMarked = credential !== null && (await mayMark(deps, request));
    return { person, cookies: isMarked ? [session, devices.cookie(request, credential)] : [session] };
  }

  const { takeFirstStep, ...byFactor } = createCodeStep(deps, enter);

  return {
    /**
     * Signs in by name and password.
     * @param user the user that this browser is signed in as @param after.next page after the sign-in
     * @throws BAD_CREDENTIALS, TOO_MANY, GUEST_WOULD_END
     */
    async byPassword(
      request: Request,
      names: Names,
      user: SessionUser | null,
      after: After,
    ): Promise<SignInStep> {
      demandConsent(user, after.endsGuest);
      const { person, waysEndedAt } = await authenticate(deps, request, names, user);
      return await takeFirstStep(request, person, { way: 'password', waysEndedAt, ...after });
    },

    ...byFactor,

    ...createRegistering(deps, enter),

    /**
     * Signs in by Discord. A guest whose Discord user has no account here keeps the guest account.
     * @param user the user that this browser is signed in as @param attempt.begunAt epoch ms
     * @param attempt.next page after the sign-in @param attempt.join code of a new person's join link
     * @param attempt.endsGuest a guest agreed that signing in ends their account
     * @throws TOO_MANY, JOIN_OVER, GUEST_WOULD_END, SIGNED_OUT, DiscordError `expired` when `endOlderWays` ran for the
     * account after `begunAt`
     */
    async byDiscord(
      request: Request,
      discordUser: DiscordPerson,
      user: SessionUser | null,
      { begunAt, next = '/', join = null, endsGuest = false }: DiscordAttempt,
    ): Promise<SignInStep> {
      if (await accounts.isKnownByDiscord(discordUser.id)) demandConsent(user, endsGuest);
      const origin = { locale: languages.chosen(request), join, begunAt, guestId: guestOf(user) };
      const { person, waysEndedAt } = await accounts.byDiscord(discordUser, origin, () =>
        countNew(deps, request, 'newByDiscord', join),
      );
      await deps.membership.note(person.id, discordUser.isMember);
      return await takeFirstStep(request, person, { way: 'discord', waysEndedAt, next, endsGuest });
    },
  };
}

/** Checks a name and password, and counts the guess. @throws BAD_CREDENTIALS, TOO_MANY */
async function authenticate(
  { accounts, addresses, devices, guesses, securityLog }: Deps,
  request: Request,
  names: Names,
  user: SessionUser | null,
) {
  const device = devices.read(request);
  const name = usernameKey(names.username);
  const count = (account: Parameters<Devices['knows']>[1]) => {
    const ownSession = user && account?.id === user.id ? `session of ${user.id}` : undefined;
    const browser = devices.knows(device, account) ? device?.id : ownSession;
    return guesses.count({ name, address: addresses.of(request), browser });
  };
  return await accounts.authenticate(names, count).catch((error: unknown) => {
    if (error instanceof AppError) securityLog.signInRefused(request, name, error);
    throw error;
  });
}

/**
 * `user`: the user that the browser is signed in as. `join`: code of the person's join link. `intent`: the form's key;
 * null for a program.
 */
type Registration = { user: SessionUser | null; join: string | null; intent: string | null };

function createRegistering(deps: Deps, enter: Enter) {
  const { accounts, secondFactor } = deps;

  /**
   * Signs in to the account that the same form has made.
   * @returns null for another form, and when the sign-in needs a code or would end another guest's account
   * @throws BAD_CREDENTIALS, TOO_MANY
   */
  async function enterAgain(
    request: Request,
    names: Names,
    { user, intent }: Registration,
  ): Promise<Entrance | null> {
    if (!intent || !(await accounts.isMadeBy(intent, names.username))) return null;
    const { person, waysEndedAt } = await authenticate(deps, request, names, user);
    if ((guestOf(user) ?? person.id) !== person.id || (await secondFactor.find(person.id))) return null;
    return await enter(request, person, { way: 'new account', waysEndedAt });
  }

  return {
    /**
     * Registers and signs in. A guest keeps the account. A form that is sent again, because its first response was lost,
     * signs in to the account that it has made.
     * @throws INVALID, USERNAME_TAKEN, TOO_MANY, JOIN_OVER, SIGNED_OUT
     */
    async byRegistering(
      request: Request,
      names: Names,
      locale: SessionUser['locale'],
      registration: Registration,
    ): Promise<Entrance> {
      const { user, join, intent } = registration;
      const origin = { locale, join, guestId: guestOf(user), intent };
      const registered = accounts.register(names, origin, () => countNew(deps, request, 'newAccount', join));
      const person = await registered.catch(asRefusal);
      if (!(person instanceof AppError))
        return await enter(request, person, { way: 'new account', waysEndedAt: null });
      const again = await enterAgain(request, names, registration).catch(asRefusal);
      // a form that is sent again with a wrong password gets the refusal that the registration gave
      if (again === null || again instanceof AppError) throw person;
      return again;
    },
  };
}

/** Returns a refusal. @throws every other error */
function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** Counts a new account before it is made, by its join link or else by its address. @throws TOO_MANY, JOIN_OVER */
async function countNew(
  { addresses, counts, joinLinks, limits }: Deps,
  request: Request,
  kind: 'newAccount' | 'newByDiscord',
  join: string | null,
): Promise<Try> {
  try {
    if (join === null) return await limits.count(kind, { address: addresses.of(request) });
    await joinLinks.demandOpen(request, join);
    return await limits.count('newByLink', { account: join });
  } catch (error) {
    if (error instanceof AppError) counts.add('refused');
    throw error;
  }
}

/** True when this browser is known or may be remembered: an address may add a limited number of browsers an hour. */
async function mayMark(
  { devices, limits, addresses }: Pick<Deps, 'devices' | 'limits' | 'addresses'>,
  request: Request,
): Promise<boolean> {
  if (devices.read(request)) return true;
  const counted = limits.count('newBrowser', { address: addresses.of(request) });
  return await counted.then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'TOO_MANY') return false;
      throw error;
    },
  );
}

type CodeDeps = {
  secondFactor: SecondFactor;
  clock: Clock;
  settings: Pick<Settings, 'publicUrl' | 'trustProxy'>;
  secret: Uint8Array;
};
/**
 * How a sign-in began. `waysEndedAt`: when `endOlderWays` had last run for the account, epoch ms; null: never. If the
 * account has another value when the sign-in completes, the sign-in is refused. Equality needs no agreement of clocks.
 */
type Beginning = { way: Way; waysEndedAt: number | null };
type Enter = (request: Request, person: SessionUser, beginning: Beginning) => Promise<Entrance>;

/** The second step of a sign-in. Before this step nobody is signed in, and a signed cookie names the account. */
function createCodeStep(deps: CodeDeps, enter: Enter) {
  const { secondFactor, clock } = deps;

  /** Returns the sign-in that waits for its code; null without one, and after WAIT_S. */
  function readHalf(request: Request) {
    const half = halfSignIn.read(request, deps);
    return half && clock.now() - half.begunAt <= WAIT_S * 1000 ? half : null;
  }

  return {
    /** Opens a session, or first asks for the code of the second factor. @param step.next page after the sign-in */
    async takeFirstStep(
      request: Request,
      person: SessionUser,
      step: After & Beginning & { way: 'password' | 'discord' },
    ): Promise<SignInStep> {
      if (!(await secondFactor.find(person.id))) return await enter(request, person, step);
      const half = { userId: person.id, begunAt: clock.now(), ...step };
      return { person: null, cookies: [halfSignIn.write(request, deps, half)] };
    },

    waitsForCode: (request: Request): boolean => readHalf(request) !== null,

    /**
     * Completes a sign-in with the code of the second factor.
     * @param user the user that this browser is signed in as
     * @throws SIGN_IN_OVER, WRONG_FACTOR_CODE, TOO_MANY, GUEST_WOULD_END
     */
    async byCode(
      request: Request,
      code: string,
      user: SessionUser | null,
    ): Promise<Entrance & { next: string }> {
      const half = readHalf(request);
      const factor = half && (await secondFactor.find(half.userId));
      if (!factor || (factor.ways_ended_at?.getTime() ?? null) !== half.waysEndedAt)
        throw fail('SIGN_IN_OVER');
      demandConsent(user, half.endsGuest === true);
      await secondFactor.take(request, factor, code);
      const { id, username, is_admin: isAdmin, locale } = factor;
      const { person, cookies } = await enter(request, { id, username, isAdmin, locale }, half);
      return { person, cookies: [...cookies, halfSignIn.write(request, deps, null)], next: half.next };
    },
  };
}

function deviceName(request: Request): string {
  const { browser, system } = deviceOf(request.headers.get('user-agent') ?? '');
  return [browser, system].filter(Boolean).join(', ') || '?';
}
