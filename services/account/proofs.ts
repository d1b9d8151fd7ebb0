/**
 * Asks a signed-in user to prove their identity again before irreversible actions. A proof is valid for ten minutes;
 * a sign-in is a proof too.
 */
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { findByDiscord, findCredential } from '#db/queries/account/users.ts';
import { type RequestContext, redirect } from '#framework/define.ts';
import type { Addresses } from '#framework/http/address.ts';
import { sitePath } from '#framework/http/response.ts';
import { DiscordError } from './discord.ts';
import type { Guesses } from './guesses.ts';
import { verifyPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export type Proofs = ReturnType<typeof createProofs>;

export function createProofs(deps: { sql: Sql; sessions: Sessions; guesses: Guesses; addresses: Addresses }) {
  const { sql, sessions, guesses, addresses } = deps;
  return {
    isFresh: sessions.isProved,

    async demand(request: Request): Promise<void> {
      if (!(await sessions.isProved(request))) throw fail('PROOF_NEEDED');
    },

    /** Proves the identity by the password. @throws WRONG_PASSWORD, TOO_MANY */
    async prove(request: Request, user: SessionUser, password: string): Promise<void> {
      const name = usernameKey(user.username);
      const browser = `session of ${user.id}`;
      const attempt = await guesses.count({ name, address: addresses.of(request), browser });
      const row = await findCredential(sql, name);
      if (!(await verifyPassword(password, row?.password_hash))) throw fail('WRONG_PASSWORD');
      await attempt.forgive();
      await sessions.prove(request);
    },

    /** Proves the identity by the account's Discord user, without signing in. @throws DiscordError */
    async proveByDiscord(request: Request, user: SessionUser | null, discordId: string): Promise<void> {
      const owner = await findByDiscord(sql, discordId);
      if (!user || owner?.id !== user.id) throw new DiscordError('other', null);
      await sessions.prove(request);
    },
  };
}

type Reader = Pick<RequestContext, 'request' | 'path'> & {
  services: { proofs: { isFresh(request: Request): Promise<boolean> } };
};

/**
 * Returns the address of the proof page, which asks for the password, or for Discord, again.
 * @param next the page after the proof; ignored unless it is on this site
 */
export function provePath(next: unknown): string {
  const to = typeof next === 'string' ? sitePath(next) : '/';
  return to === '/' ? '/settings/prove' : `/settings/prove?next=${encodeURIComponent(to)}`;
}

/** Redirects a reader without a fresh proof to the proof page, which leads back. */
export async function demandProof({ request, path, services }: Reader): Promise<void> {
  if (!(await services.proofs.isFresh(request))) throw redirect(provePath(path));
}
