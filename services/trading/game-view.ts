/** A game as its pages show it: its name, whether the reader can trade, and its limits. */
import type { PanelSetting } from '#components/chart/panel.ts';
import { canTrade } from '#core/account/permissions.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { writeCents } from '#core/money/money.ts';
import { fail } from '#core/refusals/refusals.ts';
import { type Game, type GameKind, gameOfPath, isLeagueGame } from '#core/season/game.ts';
import type { Rules } from '#core/trading/season-rules.ts';
import type { RequestContext } from '#framework/define.ts';
import { gameName } from '../practice/notice.ts';
import type { Using } from '../services.ts';

export type GameView = {
  game: Game;
  name: string;
  isOpen: boolean;
  /** True when the rules forbid short sales. */
  isLongOnly: boolean;
  needsReason: boolean;
  /** Absent when no rule limits opening orders. */
  limits: PanelSetting['limits'];
};

/** @param startCash dollars, a decimal string */
function limitsIn(
  { minPrice, maxShare, longOnly, sectors, tickers }: Rules,
  startCash: string,
): PanelSetting['limits'] {
  if (maxShare === null && minPrice === 0n && !longOnly && tickers === null) return undefined;
  // a sector may have thousands of symbols: the page gets no list, and only the server checks the symbol
  const named = sectors === null ? tickers : null;
  return { minPrice: writeCents(minPrice), maxShare, longOnly, startCash, ...(named && { tickers: named }) };
}

type Context = Using<'leagues' | 'practice' | 'seasons', RequestContext> & { user: SessionUser };

/**
 * Returns the game that a page's address names, and opens the reader's account in practice or a private game.
 * @throws NOT_FOUND for an invalid id, and for a private game whose league the reader is not in
 */
export async function readGame(ctx: Context, kind: GameKind): Promise<GameView> {
  const { services, user, url } = ctx;
  const game = gameOfPath(url.pathname);
  if (kind === 'league' && !isLeagueGame(game)) throw fail('NOT_FOUND');
  if (isLeagueGame(game)) {
    const { name, rules, startCash, isOpen, needsReason } = await services.leagues.play(user, game);
    const { longOnly: isLongOnly } = rules;
    return { game, name, isOpen, isLongOnly, needsReason, limits: limitsIn(rules, writeCents(startCash)) };
  }
  const name = gameName(ctx, game);
  if (game === 'practice') {
    await services.practice.ready(user.id);
    return { game, name, isOpen: true, isLongOnly: false, needsReason: false, limits: undefined };
  }
  const season = services.seasons.current();
  return {
    game,
    name,
    isOpen: canTrade(user, services.seasons.active()),
    isLongOnly: season?.rules.longOnly ?? false,
    needsReason: false,
    limits: season ? limitsIn(season.rules, season.startCash) : undefined,
  };
}
