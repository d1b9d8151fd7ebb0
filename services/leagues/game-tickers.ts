/** The symbols of a private game: chosen one by one, or all symbols of some sectors. */
import type { GameRules } from '#core/leagues/own-game.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail } from '#core/refusals/refusals.ts';
import { NO_RULES, type Rules } from '#core/trading/season-rules.ts';
import { type Market, MarketUnavailableError } from '#market/market.ts';
import { askMarket } from '../market/quotes.ts';

export type TickerMarket = Pick<Market, 'isListed' | 'screen'>;

/** Most symbols of one sector, its biggest companies. A price feed returns no more in one response. */
const SECTOR_TICKERS = 500;

/** Returns the symbols that the market does not have. A symbol passes when the market does not answer. */
async function unlisted(market: TickerMarket, tickers: readonly string[]): Promise<string[]> {
  const unknown: string[] = [];
  for (const symbol of tickers) {
    const isListed = await market.isListed(symbol).catch((error: unknown) => {
      if (error instanceof MarketUnavailableError) return true;
      throw error;
    });
    if (!isListed) unknown.push(symbol);
  }
  return unknown;
}

/** Returns the symbols of these sectors, and the sectors without any. @throws UNAVAILABLE */
async function tickersIn(market: TickerMarket, sectors: readonly string[]) {
  const symbols = new Set<string>();
  const empty: string[] = [];
  for (const sector of sectors) {
    const rows = await askMarket('', () => market.screen({ sector, limit: SECTOR_TICKERS }));
    const matches = rows.filter((row) => row.sector === sector);
    if (matches.length === 0) empty.push(sector);
    for (const { symbol } of matches) symbols.add(symbol);
  }
  return { tickers: [...symbols].sort(), empty };
}

const unknownTickers = (names: readonly string[]) => issueAt('tickers', 'tickersUnknown', { names });
const emptySectors = (sectors: readonly string[]) => issueAt('sectors', 'sectorsEmpty', { sectors });

/**
 * Returns the rules of an ended game for a new game. The rules omit symbols and sectors that the market no longer has;
 * `missing` has the names of the omitted.
 * @throws INVALID when the market has none of the symbols or sectors, UNAVAILABLE
 */
export async function rulesForAgain(
  market: TickerMarket,
  { sectors, tickers, ...rules }: Rules,
): Promise<{ rules: Partial<GameRules>; missing: string[] }> {
  const names = sectors ?? tickers;
  if (names === null) return { rules: { ...rules, sectors, tickers }, missing: [] };
  const missing = sectors ? (await tickersIn(market, sectors)).empty : await unlisted(market, names);
  const rest = names.filter((name) => !missing.includes(name));
  if (rest.length === 0)
    throw fail('INVALID', { issues: [sectors ? emptySectors(missing) : unknownTickers(missing)] });
  return { rules: { ...rules, sectors: sectors && rest, tickers: sectors ? null : rest }, missing };
}

/**
 * Returns the rules that an owner chose, with the symbols of the chosen sectors. The game stores these symbols, because
 * its fills must be decided and proved by one list, and the market's list changes.
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
    const isSame = String(tickers) === String(previous.tickers);
    const unknown = isSame ? [] : await unlisted(market, tickers ?? []);
    if (unknown.length > 0) throw fail('INVALID', { issues: [unknownTickers(unknown)] });
    return { ...rules, sectors, tickers };
  }
  if (rules.tickers) throw fail('INVALID', { issues: [issueAt('sectors', 'sectorsOrTickers')] });
  if (String(sectors) === String(previous.sectors)) return { ...rules, sectors, tickers: previous.tickers };
  const { tickers, empty } = await tickersIn(market, sectors);
  if (empty.length > 0) throw fail('INVALID', { issues: [emptySectors(empty)] });
  return { ...rules, sectors, tickers };
}
