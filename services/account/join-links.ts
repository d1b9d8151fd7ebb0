/** Links by which a class or an office registers. Admins make and end them. */

import { JOIN_CODE_CHARACTERS, JOIN_CODE_LENGTH } from '#core/account/join-links.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import * as rows from '#db/queries/account/join-links.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import type { Addresses } from '#framework/http/address.ts';
import type { Clock } from '../platform/clock.ts';
import type { RateLimits } from '../platform/rate-limit.ts';

const DAY_MS = 86_400_000;

type Deps = { sql: Sql; clock: Clock; limits: RateLimits; addresses: Addresses };

export type JoinLinks = ReturnType<typeof createJoinLinks>;

export function createJoinLinks({ sql, clock, limits, addresses }: Deps) {
  return {
    list: (page: { offset: number; limit: number }) => rows.listJoinLinks(sql, page),

    /**
     * Checks that a code admits somebody, without counting a use.
     * @throws JOIN_OVER for a code that has ended, is full or never existed; TOO_MANY after 20 such codes from one
     * address
     */
    async demandOpen(request: Request, code: string): Promise<void> {
      if (await rows.isJoinLinkOpen(sql, code, clock.now())) return;
      await limits.count('wrongJoinCode', { address: addresses.of(request) });
      throw fail('JOIN_OVER');
    },

    async add(
      admin: SessionUser,
      { label, uses, days }: { label: string; uses: number; days: number },
    ): Promise<{ id: number; code: string }> {
      const now = clock.now();
      return await sql.begin(async (tx) => {
        const link = { label, maxUses: uses, endsAt: now + days * DAY_MS, createdBy: admin.id, now };
        const after = { label, uses, endsAt: link.endsAt };
        await writeAudit(tx, { userId: admin.id, action: 'join-link', after });
        for (;;) {
          const code = randomCode(JOIN_CODE_LENGTH);
          const id = await rows.insertJoinLink(tx, { ...link, code });
          if (id !== null) return { id, code };
        }
      });
    },

    /** @throws NOT_FOUND when the link has ended or never existed */
    async end(admin: SessionUser, id: number): Promise<void> {
      await sql.begin(async (tx) => {
        const ended = await rows.endJoinLink(tx, id, clock.now());
        if (!ended) throw fail('NOT_FOUND');
        await writeAudit(tx, { userId: admin.id, action: 'end-join-link', before: ended });
      });
    },
  };
}

/** Returns a random code. All codes are equally likely, because the alphabet has 32 characters, a divisor of 256. */
export const randomCode = (length: number): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(length)),
    (byte) => JOIN_CODE_CHARACTERS[byte % JOIN_CODE_CHARACTERS.length],
  ).join('');
