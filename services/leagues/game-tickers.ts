/** The symbols of a private game: chosen one by one, or all symbols of some sectors. */
import type { GameRules } from '#core/leagues/own-game.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { NO_RULES, type Rules } from '#core/trading/season-rules.ts';
import { type Market, MarketUnavailableError } from '#market/market.ts';
import { askMarket } from '../market/quotes.ts';

export type TickerMarket = Pick<Market, 'isListed' | 'screen'>;

/** Most symbols of one sector, the biggest companies: a price feed's response has no more. */
const SECTOR_TICKERS = 500;

/**
 * Checks that the market has the symbols. A symbol passes when the market does not answer.
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

/** @throws INVALID for a sector without symbols, UNAVAILABLE */
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
 * Returns the rules that an owner chose, with the symbols of new sectors. They are stored, because the market's list
 * changes while fills are decided and proved by the stored symbols.
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
