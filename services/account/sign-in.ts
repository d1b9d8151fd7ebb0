/** Signs people in: by name and password, by registering, by Discord. */
import { deviceOf } from '#core/account/device.ts';
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { AppError } from '#core/refusals/refusals.ts';
import type { Addresses } from '#framework/http/address.ts';
import type { RateLimits } from '../platform/rate-limit.ts';
import type { SecurityLog, Way } from '../platform/security-log.ts';
import type { Accounts } from './accounts.ts';
import type { Devices } from './devices.ts';
import type { Guesses } from './guesses.ts';
import type { JoinLinks } from './join-links.ts';
import type { NotifyOwner } from './notify-owner.ts';
import type { Sessions } from './sessions.ts';

/** The person who signed in, and the Set-Cookie headers of the session. */
export type Entrance = { person: SessionUser; cookies: string[] };
type Names = { username: string; password: string };

export function createSignIn(deps: {
  accounts: Accounts;
  addresses: Addresses;
  devices: Devices;
  guesses: Guesses;
  joinLinks: JoinLinks;
  limits: RateLimits;
  tell: NotifyOwner;
  securityLog: SecurityLog;
  sessions: Sessions;
}) {
  const { accounts, addresses, devices, guesses, joinLinks, limits, securityLog, sessions, tell } = deps;

  /** Opens a session and remembers the browser for this account. */
  async function enter(request: Request, person: SessionUser, way: Way): Promise<Entrance> {
    const session = await sessions.open(request, person.id);
    securityLog.signedIn(request, person, way);
    const isNew = !devices.read(request)?.accounts.has(person.id);
    if (isNew && way !== 'new account') await tell(person.id, 'newDevice', { device: deviceName(request) });
    const credential = await accounts.credential(person.username);
    const isMarked = credential !== null && (await mayMark(request));
    return { person, cookies: isMarked ? [session, devices.cookie(request, credential)] : [session] };
  }

  /**
   * True when this browser may become, or stays, a known one; each address gets a limited number of new ones an hour.
   */
  async function mayMark(request: Request): Promise<boolean> {
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

  /**
   * Counts a new account before it is made: by its join link, otherwise by its address.
   * @throws TOO_MANY, JOIN_OVER
   */
  async function countNew(request: Request, kind: 'newAccount' | 'newByDiscord', join: string | null) {
    if (join === null) return await limits.count(kind, { address: addresses.of(request) });
    await joinLinks.demandOpen(request, join);
    return await limits.count('newByLink', { account: join });
  }

  return {
    /**
     * Signs in by name and password.
     * @param user the one who is signed in in this browser already
     * @throws BAD_CREDENTIALS, TOO_MANY
     */
    async byPassword(request: Request, names: Names, user: SessionUser | null): Promise<Entrance> {
      const device = devices.read(request);
      const name = usernameKey(names.username);
      const count = (account: Parameters<Devices['knows']>[1]) => {
        const ownSession = user && account?.id === user.id ? `session of ${user.id}` : undefined;
        const browser = devices.knows(device, account) ? device?.id : ownSession;
        return guesses.count({ name, address: addresses.of(request), browser });
      };
      const person = await accounts.authenticate(names, count).catch((error: unknown) => {
        if (error instanceof AppError) securityLog.signInRefused(request, name, error);
        throw error;
      });
      return await enter(request, person, 'password');
    },

    /**
     * Registers and signs in.
     * @param join the code of the join link the person came by
     * @throws INVALID, USERNAME_TAKEN, TOO_MANY, JOIN_OVER
     */
    async byRegistering(
      request: Request,
      names: Names,
      locale: SessionUser['locale'],
      join: string | null,
    ): Promise<Entrance> {
      const person = await accounts.register(names, { locale, join }, () =>
        countNew(request, 'newAccount', join),
      );
      return await enter(request, person, 'new account');
    },

    /**
     * Signs in by Discord.
     * @param attempt.begunAt epoch ms
     * @param attempt.join the code of the join link a new person came by
     * @throws TOO_MANY, JOIN_OVER, DiscordError when the account ended all older ways in since
     */
    async byDiscord(
      request: Request,
      discordUser: { id: string; names: readonly string[] },
      locale: SessionUser['locale'],
      { begunAt, join = null }: { begunAt: number; join?: string | null },
    ): Promise<Entrance> {
      const person = await accounts.byDiscord(discordUser, { locale, join, begunAt }, () =>
        countNew(request, 'newByDiscord', join),
      );
      return await enter(request, person, 'discord');
    },
  };
}

/** Returns browser and system of a request, as mails name them. */
function deviceName(request: Request): string {
  const { browser, system } = deviceOf(request.headers.get('user-agent') ?? '');
  return [browser, system].filter(Boolean).join(', ') || '?';
}
