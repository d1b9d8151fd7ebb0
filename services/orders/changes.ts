/** Changes of a trader's orders: everything due is filled first, then it is decided and committed. */
import { canTrade } from '#core/account/permissions.ts';
import type { Draft } from '#core/orders/book.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { grantSeasonAccount, newestSeason } from '#db/queries/season/seasons.ts';
import type { Market, Quote } from '#market/market.ts';
import type { UsedKey } from '../platform/idempotency.ts';
import type { Trader } from '../trading/trading.ts';
import type { Desk } from './desk.ts';
import type { Scenes } from './scene.ts';
import type { SettledAccount } from './writes.ts';

/** Times a change is decided anew after another process was faster. */
const ATTEMPTS = 40;
/** A placement takes effect this long after its instant at most, ms; later it is judged anew. */
const PATIENCE_MS = 2_000;

type Deps = { sql: Sql; market: Pick<Market, 'now'>; desk: Desk; scenes: Scenes };
/** What a change is decided on and stored with. */
type Basis = {
  markId?: bigint | null;
  key: UsedKey | null;
  /** Asked for each attempt: a price known before the last attempt failed is an older one. Absent: none is needed. */
  quote?: () => Promise<Quote | null>;
};

export class Changes {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The trader's account with all that was due until now. @throws AppError COMPETITION_INACTIVE */
  async standingNow(trader: Trader): Promise<{ standing: SettledAccount; at: number }> {
    for (let attempt = 0; attempt < 2; attempt++) {
      const at = this.#deps.market.now();
      const standing = await this.#deps.desk.settle(this.#deps.sql, trader.id, at);
      if (standing) {
        const isActive = standing.status === 'active';
        if (!isActive || !canTrade(trader, isActive)) throw fail('COMPETITION_INACTIVE');
        return { standing, at };
      }
      const season = await newestSeason(this.#deps.sql);
      if (season?.status !== 'active') break;
      await grantSeasonAccount(this.#deps.sql, season.id, trader.id);
    }
    throw fail('COMPETITION_INACTIVE');
  }

  /** Decides and commits anew for as long as somebody else is faster. @returns what `decide` answered */
  async commit<T>(
    trader: Trader,
    basis: Basis,
    decide: (
      standing: SettledAccount,
      at: number,
      quote: Quote | null,
    ) => Promise<{ draft: Draft | null; answer: T }>,
  ): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const quote = (await basis.quote?.()) ?? null;
      const { standing, at } = await this.standingNow(trader);
      const { draft, answer } = await decide(standing, at, quote);
      if (!draft) return answer;
      const isDone = await this.#deps.desk.commit(this.#deps.sql, standing, draft, at, {
        ...{
          quoted: () => this.#deps.scenes.fillQuote(quote),
          markId: basis.markId ?? null,
          patienceMs: PATIENCE_MS,
        },
        idempotency: basis.key && { ...basis.key, response: JSON.stringify(answer) },
      });
      if (!isDone) continue;
      this.#deps.desk.announce(standing, draft);
      return answer;
    }
    throw fail('UNAVAILABLE');
  }
}
