/** Makes one order of a simulated trader, through the same engine as everybody's. */
import { readCents } from '#core/money/money.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { shareLimit } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import { readHoldings } from '#db/queries/trading/portfolio.ts';
import type { SimulatedTrader } from '#db/seed.ts';
import type { Log } from '../platform/log.ts';
import type { Seasons } from '../season/seasons.ts';
import type { Trading } from '../trading/trading.ts';
import { nextOrder } from './behaviour.ts';

/** How daring a trader is, from 0 to below 1: always the same for one trader. */
const nerve = ({ id }: SimulatedTrader) => ((id * 7919) % 100) / 100;

/** Takes a trader's order, which it may refuse. */
export type OrderTaker = { execute(...order: Parameters<Trading['execute']>): Promise<unknown> };

/** Makes one order of a random trader; a refusal is only logged. @param symbols tradable now @param random 0..1 */
export async function act(
  { sql, seasons, log }: { sql: Sql; seasons: Pick<Seasons, 'current'>; log: Log },
  engine: OrderTaker,
  traders: readonly SimulatedTrader[],
  symbols: readonly string[],
  random: () => number = Math.random,
): Promise<void> {
  const trader = traders[Math.floor(random() * traders.length)];
  const holdings = trader && (await readHoldings(sql, trader.id));
  if (!trader || !holdings) return;
  const open = holdings.open.map((h) => h.position).filter((p) => symbols.includes(p.symbol));
  const season = seasons.current();
  const most = season && shareLimit({ rules: season.rules, startCash: readCents(season.startCash) });
  const order = nextOrder({ cash: holdings.cash, open, nerve: nerve(trader), most }, symbols, random);
  if (!order) return;
  try {
    await engine.execute({ ...trader, isAdmin: false }, order, { atKnown: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.debug({ trader: trader.username, code: error.code }, 'a simulated order was refused');
  }
}
