import { z } from 'zod';
import { drawnCurves } from '#components/leaderboard/EquityChart.tsx';
import { Dock } from '#components/trading/Dock.tsx';
import { dockTexts } from '#components/trading/dock-view.ts';
import { PortfolioPage, type PortfolioView } from '#components/trading/PortfolioPage.tsx';
import { pollMs } from '#core/contract/events.ts';
import { equityAt } from '#core/leaderboard/equity.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { startOfDay } from '#core/locale/zone.ts';
import { writeCents } from '#core/money/money.ts';
import { cents } from '#core/money/units.ts';
import type { GameKind } from '#core/season/game.ts';
import { DockQuery, dockStateOf } from '#core/trading/dock.ts';
import { dividendsOf } from '#db/queries/trading/dividends.ts';
import { splitsOf } from '#db/queries/trading/splits.ts';
import { type PageContext, page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import DockForms from '#islands/DockForms.ts';
import LiveRegion from '#islands/LiveRegion.ts';
import { showInFrame } from '#services/account/reader.ts';
import { practiceNotice } from '#services/practice/notice.ts';
import type { Using } from '#services/services.ts';
import { equityHistory, historyBeside } from '#services/trader/trader-card.ts';
import { dockView, readDock } from '#services/trading/dock.ts';
import { readGame } from '#services/trading/game-view.ts';

/** The browser also updates value, P&L and allocation at each trade print of a held symbol. */
const LIVE = { on: ['account', 'order'], leastMs: 1_000 };
const EVERY_MS = 15_000;

const PortfolioQuery = z.object({ dock: DockQuery });

export default (kind: GameKind) =>
  page({
    access: kind === 'practice' ? 'guest' : 'member',
    query: PortfolioQuery,
    load: (ctx) => load(ctx, kind),
    head: ({ data, t }) => ({ title: data.title ?? t('portfolio:title') }),
    view: ({ data: { portfolio, dock, about, title }, t }) => (
      <Attach behaviour={DockForms} props={dockTexts(t, false)}>
        <Attach
          behaviour={LiveRegion}
          props={{ ...LIVE, everyMs: pollMs(dock?.positions.length ?? 0, EVERY_MS) }}
        >
          <div
            data-region="portfolio"
            data-equity={kind === 'season' || undefined}
            data-tickers={dock?.positions.map((item) => item.symbol).join(' ') || undefined}
          >
            <PortfolioPage portfolio={portfolio} about={about} title={title}>
              {dock && <Dock view={dock} />}
            </PortfolioPage>
          </div>
        </Attach>
      </Attach>
    ),
  });

type Context = Using<
  'clock' | 'equity' | 'firstSteps' | 'leagues' | 'log' | 'market' | 'practice' | 'seasons' | 'sql',
  PageContext<z.output<typeof PortfolioQuery>, unknown, 'guest' | 'member'>
>;

/** Returns null for portfolio and dock when they cannot be read; the page then says so. */
async function load(ctx: Context, kind: GameKind) {
  const { services, user, query, request, url, zone, flash, t } = ctx;
  const state = { ...dockStateOf(query.dock, null), isOpen: true };
  const about = kind === 'practice' ? await practiceNotice(ctx) : null;
  const played = await readGame(ctx, kind);
  const { game } = played;
  const title =
    kind === 'season'
      ? null
      : kind === 'practice'
        ? t('games:portfolio')
        : t('games:portfolioOf', { name: nameInSentence(played.name) });
  try {
    const read = readDock(services, { userId: user.id, game, tab: state.tab });
    const accountRead = read.then(({ account }) => account);
    const [data, history] = await Promise.all([
      read,
      game === 'season'
        ? equityHistory(services, user.id, user, accountRead)
        : historyBeside(services, user.id, accountRead),
    ]);
    const { values, issues = {} } = flash ?? {};
    const refused = values && { values, issues };
    const dock = dockView(data, {
      game: played,
      place: 'page',
      symbol: null,
      refused,
      state,
      userId: user.id,
      url,
    });
    const { account } = data;
    if (game === 'season' && account && account.items.length > 0)
      services.firstSteps.saw(user.id, 'portfolio');
    if (!account) {
      const none: PortfolioView = { balance: '0.00', equity: '0.00', unrealised: '0.00' };
      return { portfolio: none, dock, about, title };
    }
    const { equity } = account;
    if (game === 'season') showInFrame(request, equity);
    const now = services.clock.now();
    const midnight = startOfDay(now, zone);
    const portfolio: PortfolioView = {
      balance: writeCents(account.cash),
      equity: writeCents(equity),
      unrealised: writeCents(account.unrealised),
      today: history && writeCents(cents(equity - equityAt(history.course, midnight))),
      drawdown: history && writeCents(history.drawdown),
      curves: history && drawnCurves(user.username, history.curves),
      splits: services.market.capabilities.splits
        ? await splitsOf(services.sql, user.id, account.seasonId)
        : [],
      dividends: services.market.dividends ? await dividendsOf(services.sql, user.id, account.seasonId) : [],
    };
    return { portfolio, dock, about, title };
  } catch (error) {
    services.log.error({ err: error, userId: user.id }, 'the portfolio could not be read');
    return { portfolio: null, dock: null, about, title };
  }
}
