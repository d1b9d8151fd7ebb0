/** The symbols of a private game: named symbols, or all symbols of some sectors. */
import type { GameRules } from '#core/leagues/own-game.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { NO_RULES, type Rules } from '#core/trading/season-rules.ts';
import { type Market, MarketUnavailableError } from '#market/market.ts';
import { askMarket } from '../market/quotes.ts';

export type TickerMarket = Pick<Market, 'isListed' | 'screen'>;

/** Most symbols of one sector, biggest companies first: the limit of a price feed's response. */
const SECTOR_TICKERS = 500;

/**
 * Checks that the market has the named symbols; accepts those about which the market does not answer.
 * @throws INVALID with the unknown symbols
 */
async function demandListed(market: TickerMarket, tickers: readonly string[]): Promise<void> {
  const unknown: string[] = [];
  for (const symbol of tickers) {
    const isListed = await market.isListed(symbol).catch((error: unknown) => {
      if (error instanceof MarketUnavailableError) return true;
      throw error;
    });
    if (!isListed) unknown.push(symbol);
  }
  if (unknown.length > 0)
    throw fail('INVALID', { issues: [issueAt('tickers', 'tickersUnknown', { names: unknown })] });
}

/** Returns the symbols that the market has in these sectors now. @throws INVALID for an empty sector, UNAVAILABLE */
async function tickersIn(market: TickerMarket, sectors: readonly string[]): Promise<string[]> {
  const symbols = new Set<string>();
  const empty: string[] = [];
  for (const sector of sectors) {
    const rows = await askMarket('', () => market.screen({ sector, limit: SECTOR_TICKERS }));
    const matches = rows.filter((row) => row.sector === sector);
    if (matches.length === 0) empty.push(sector);
    for (const { symbol } of matches) symbols.add(symbol);
  }
  if (empty.length > 0)
    throw fail('INVALID', { issues: [issueAt('sectors', 'sectorsEmpty', { names: empty })] });
  return [...symbols].sort();
}

/**
 * Returns the rules that an owner chose, with the symbols of new sectors. The symbols are stored, because fills are
 * decided and proved by them while the market's list changes.
 * @param previous the rules before the change
 * @throws INVALID for unknown symbols, an empty sector, and both tickers and sectors; UNAVAILABLE
 */
export async function chosenTickers(
  market: TickerMarket,
  rules: Partial<GameRules>,
  previous: Rules = NO_RULES,
): Promise<Partial<GameRules>> {
  const { sectors = previous.sectors } = rules;
  if (sectors === null) {
    const { tickers = previous.sectors ? null : previous.tickers } = rules;
    if (String(tickers) !== String(previous.tickers)) await demandListed(market, tickers ?? []);
    return { ...rules, sectors, tickers };
  }
  if (rules.tickers) throw fail('INVALID', { issues: [issueAt('sectors', 'sectorsOrTickers')] });
  const isSame = String(sectors) === String(previous.sectors);
  return { ...rules, sectors, tickers: isSame ? previous.tickers : await tickersIn(market, sectors) };
}
