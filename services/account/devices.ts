/**
 * Remembers browsers by a signed cookie that names the accounts they signed in to, so that a stranger's guesses do
 * not lock the owner out. A new password makes all browsers unknown to the account.
 */
import { createHmac } from 'node:crypto';
import { cookieHeader, hostCookieName, readCookie } from '#framework/http/cookies.ts';
import { isHttps } from '#framework/http/request.ts';
import { createSigner, purposeKey } from '#framework/http/signing.ts';
import type { Settings } from '../platform/settings.ts';

/** `accounts`: by user id, a proof of the account's password hash at the sign-in; the newest sign-in first. */
export type Device = { id: string; accounts: ReadonlyMap<number, string> };
export type Credential = { id: number; password_hash: string | null; ways_ended_at: Date | null };

const YEAR_S = 365 * 24 * 3600;
const MAX_ACCOUNTS = 5;
/** `id.user-proof.user-proof…`: the id and the proofs are 16 bytes in hex. */
const TEXT = /^[0-9a-f]{32}(\.[1-9]\d{0,9}-[0-9a-f]{32})+$/;

export type Devices = ReturnType<typeof createDevices>;

/** @param deps.secret 32 random bytes of the installation */
export function createDevices(deps: {
  secret: Uint8Array;
  settings: Pick<Settings, 'publicUrl' | 'trustProxy'>;
}) {
  const { secret, settings } = deps;
  const signer = createSigner(secret, 'paperpit device');
  const proofKey = purposeKey(secret, 'paperpit device password');

  // a new password gets a new salt and so another hash, which no earlier proof matches
  const proofOf = ({ id, password_hash, ways_ended_at }: Credential) =>
    createHmac('sha256', proofKey)
      .update(`${id} ${password_hash} ${ways_ended_at?.getTime() ?? ''}`)
      .digest('hex')
      .slice(0, 32);

  const nameFor = (request: Request) => hostCookieName('device', isHttps(request, settings));

  return {
    /** Returns the browser of a request; null without a valid device cookie. Each sign-in sets the cookie. */
    read(request: Request): Device | null {
      const text = signer.open(readCookie(request, nameFor(request)) ?? '');
      if (!text || !TEXT.test(text)) return null;
      const [id = '', ...accounts] = text.split('.');
      const pairs = accounts.map((each) => each.split('-') as [string, string]);
      return { id, accounts: new Map(pairs.map(([user, proof]) => [Number(user), proof])) };
    },

    /**
     * True when `device` signed in to this account, and after that sign-in neither the password changed nor
     * `endOlderWays` ran for the account.
     */
    knows(device: Device | null, account: Credential | null): boolean {
      return Boolean(device && account && device.accounts.get(account.id) === proofOf(account));
    },

    cookie(request: Request, account: Credential): string {
      const device = this.read(request);
      const id = device?.id ?? Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex');
      const others = [...(device?.accounts ?? [])].filter(([user]) => user !== account.id);
      const accounts = [[account.id, proofOf(account)] as const, ...others].slice(0, MAX_ACCOUNTS);
      const value = signer.sign([id, ...accounts.map((pair) => pair.join('-'))].join('.'));
      const secure = isHttps(request, settings);
      return cookieHeader(nameFor(request), value, { maxAge: YEAR_S, httpOnly: true, secure });
    },
  };
}
