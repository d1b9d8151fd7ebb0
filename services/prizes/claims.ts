/** The prizes offered to winners: claiming, declining, lapsing, and erasing the data of old payments. */
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { PrizeClaim } from '#core/contract/prizes.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql, Transaction } from '#db/client.ts';
import { findTrader } from '#db/queries/leaderboard/traders.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import {
  eraseClaims,
  lapsedOffers,
  lockAward,
  readClaim,
  saveClaim,
  traderAwards,
} from '#db/queries/season/awards.ts';
import { lockSeasons, seasonByNumber } from '#db/queries/season/seasons.ts';
import type { Clock } from '../platform/clock.ts';
import { tryEach } from '../platform/concurrency.ts';
import type { Settings } from '../platform/settings.ts';
import { createSecretVault } from '../platform/vault.ts';
import type { Decisions } from './decisions.ts';

export type ClaimDeps = {
  sql: Sql;
  clock: Clock;
  settings: Pick<Settings, 'secretKey'>;
};

export function createClaims({ sql, clock, settings }: ClaimDeps, decisions: Pick<Decisions, 'passOn'>) {
  const vault = createSecretVault(settings, 'paperpit prize claims');
  const ownerOf = (award: { seasonId: number; userId: number }) => `${award.seasonId} ${award.userId}`;

  /**
   * Locks a trader's award of a season. Waits for running decisions about prizes, which would overwrite the claim.
   * @throws NOT_FOUND without an award and before it is offered
   */
  async function openAward(tx: Transaction, number: number, userId: number) {
    await lockSeasons(tx);
    const season = await seasonByNumber(tx, number);
    const award = season && (await lockAward(tx, season.id, userId));
    if (!award || award.status === 'provisional') throw fail('NOT_FOUND');
    return { seasonId: season.id, userId, ...award };
  }

  return {
    ofTrader: (userId: number) => traderAwards(sql, userId),

    /** Claims a prize, or corrects the claim before its payment. @throws NOT_FOUND, CLAIM_OVER */
    async claim(user: SessionUser, number: number, claim: PrizeClaim): Promise<void> {
      const now = new Date(clock.now());
      await sql.begin(async (tx) => {
        const award = await openAward(tx, number, user.id);
        const isInTime = award.status === 'offered' && award.answerBy !== null && award.answerBy > now;
        if (!isInTime && award.status !== 'claimed') throw fail('CLAIM_OVER');
        const { legalName, contact, payment } = claim;
        const bytes = new TextEncoder().encode(JSON.stringify({ legalName, contact, payment }));
        await saveClaim(tx, award, vault.close(ownerOf(award), bytes), now);
      });
    },

    /** Declines a prize, which goes to the next place. @throws NOT_FOUND, CLAIM_OVER */
    async decline(user: SessionUser, number: number): Promise<void> {
      const award = await sql.begin((tx) => openAward(tx, number, user.id));
      await decisions.passOn(award, 'declined', (row) => {
        if (row?.status !== 'offered' && row?.status !== 'claimed') throw fail('CLAIM_OVER');
        return true;
      });
    },

    /**
     * Returns a winner's name, contact and payment details; the audit log records the access.
     * @throws UNKNOWN_TRADER, NOT_FOUND
     */
    async show(
      admin: SessionUser,
      { season: number, ...winner }: { season: number; username: string },
    ): Promise<Omit<PrizeClaim, 'isAdult'>> {
      const trader = await findTrader(sql, usernameKey(winner.username), { isForStaff: true });
      if (!trader) throw fail('UNKNOWN_TRADER');
      const { id: userId, username } = trader;
      const season = await seasonByNumber(sql, number);
      const stored = season && (await readClaim(sql, season.id, userId));
      if (!stored) throw fail('NOT_FOUND');
      await writeAudit(sql, { userId: admin.id, action: 'claim_shown', after: { season: number, username } });
      const bytes = vault.open(ownerOf({ seasonId: season.id, userId }), stored);
      return JSON.parse(new TextDecoder().decode(bytes));
    },

    /**
     * Passes on up to 100 prizes whose winners did not answer in time. Several processes may run it at once. A prize
     * that fails does not stop the others; the next run tries it again.
     * @throws the first error, after all prizes
     */
    async lapse(): Promise<void> {
      await tryEach(await lapsedOffers(sql, new Date(clock.now())), (offer) =>
        decisions.passOn(
          offer,
          'lapsed',
          (award, now) => award?.status === 'offered' && award.answerBy !== null && award.answerBy <= now,
        ),
      );
    },

    erase: (): Promise<void> => eraseClaims(sql, new Date(clock.now())),
  };
}
