import { z } from 'zod';
import { ChartSvg } from '#components/chart/ChartSvg.tsx';
import { sessionFormat } from '#components/chart/geometry.ts';
import { LineRules } from '#components/chart/LineRules.tsx';
import { packCandles } from '#components/chart/packed-candles.ts';
import {
  chartCookieName,
  DEFAULT_REQUEST,
  type PanelRequest,
  readAverages,
  readIndicators,
} from '#components/chart/panel.ts';
import { CHART_TYPES, PANEL_INTERVALS } from '#components/chart/types.ts';
import { Dock } from '#components/trading/Dock.tsx';
import { dockTexts } from '#components/trading/dock-view.ts';
import { AboutPractice } from '#components/trading/GamesPage.tsx';
import { ACCOUNT_CHANGED } from '#core/contract/events.ts';
import { floorCash } from '#core/locale/format.ts';
import { inEachLanguage, type Locale } from '#core/locale/locale.ts';
import { DEFAULT_SYMBOL, enteredTicker } from '#core/market/ticker.ts';
import { writeCents } from '#core/money/money.ts';
import { type GameKind, isLeagueGame } from '#core/season/game.ts';
import { resolvePalette } from '#core/shop/themes.ts';
import { DOCK_COOKIE, DockQuery, dockStateOf } from '#core/trading/dock.ts';
import { readChartReader } from '#db/queries/trading/portfolio.ts';
import { asset } from '#framework/asset.ts';
import { page, redirect } from '#framework/define.ts';
import { drawSlot } from '#framework/document.tsx';
import { readCookie } from '#framework/http/cookies.ts';
import { Attach, PageData, scriptJson, useRegion } from '#framework/islands/island.tsx';
import type { Translate } from '#framework/page.tsx';
import { isPhone } from '#framework/page-styles.ts';
import { type SlotValues, slot } from '#framework/shared-document.ts';
import type { Account } from '#islands/_state/account.ts';
import { SEASON_REGION, SEASON_REGION_PROPS } from '#islands/_state/season-region.ts';
import { PAGE_USER, type PageUser } from '#islands/_state/user.ts';
import ChartDashboard, { type DashboardProps } from '#islands/ChartDashboard.tsx';
import { CHART_PAGE, type OwnChart, type PackedChart } from '#islands/chart/data/page.ts';
import {
  type ChartStrings,
  LABEL_TEXTS,
  type LabelStrings,
  ORDER_RULES,
  summaryOf,
} from '#islands/chart/ground/strings.ts';
import { orderTicket } from '#islands/chart/panel/Panel.tsx';
import DockForms from '#islands/DockForms.ts';
import DockRegion from '#islands/DockRegion.ts';
import LiveChart from '#islands/LiveChart.ts';
import SeenHeads from '#islands/SeenHeads.ts';
import en from '#locales/en/chart.json' with { type: 'json' };
import { loadPanel } from '#services/market/panel-start.ts';
import { practiceNotice } from '#services/practice/notice.ts';
import { type DockData, dockView, holdingOf, readDock } from '#services/trading/dock.ts';
import { readGame } from '#services/trading/game-view.ts';

const ChartQuery = z.object({
  dock: DockQuery,
  symbol: z.string().max(256).transform(enteredTicker).default(DEFAULT_SYMBOL),
  interval: z.enum(PANEL_INTERVALS).default(DEFAULT_REQUEST.interval),
  type: z.enum(CHART_TYPES).default(DEFAULT_REQUEST.type),
  sma: z.string().max(40).transform(readAverages).optional(),
  ind: z.string().max(40).transform(readIndicators).optional(),
  short: z.enum(['1', '']).default(''),
  ticket: z.enum(['open', 'close']).optional(),
});

/** Chart widths for browsers that have not sent theirs in the cookie `chartw`, CSS pixels. */
const WIDTH = { desktop: 1190, phone: 360 };

/**
 * Events after which the dock is fetched again, because they may have changed positions or orders. Prices update its
 * live texts without a fetch.
 */
const DOCK_LIVE = { on: ['account', 'order', ACCOUNT_CHANGED], leastMs: 500 };

/** Returns the page with the chart of a game. */
export default (kind: GameKind) =>
  page({
    access: kind === 'practice' ? 'guest' : 'member',
    limit: 'read',
    query: ChartQuery,
    async load(ctx) {
      const { request, query, user, services, t } = ctx;
      const played = await readGame(ctx, kind);
      const { game } = played;
      if (!played.isOpen) throw redirect(isLeagueGame(game) ? `/leagues/${game}` : '/');
      const words = cookieQuery(request, user.id) ?? query;
      const panel = requestOf(words);
      const { symbol } = panel;
      const state = dockStateOf(query.dock, readCookie(request, DOCK_COOKIE));
      if (query.ticket) await orderTicket.load();
      const reader = readChartReader(services.sql, user.id, symbol, game);
      const account = reader.then((read) => read.account);
      const [start, { keptChart, theme }, dock] = await Promise.all([
        loadPanel(services, panel, ctx),
        reader,
        readDock(services, { userId: user.id, game, tab: state.tab }, account),
      ]);
      const where = { game: played, place: 'chart', symbol, state, userId: user.id, url: ctx.url } as const;
      const view = dockView(dock, where);
      return {
        dock: drawSlot(ctx, <Dock view={view} />),
        about:
          kind === 'practice' ? drawSlot(ctx, <AboutPractice {...(await practiceNotice(ctx))} isWide />) : '',
        orders: view.orders.filter((order) => order.symbol === symbol),
        // the address takes precedence over the stored chart
        start: {
          ...start,
          ticket: query.ticket ?? null,
          typed: typedInto(query.ticket, symbol, ctx.flash?.values),
          averages: words.sma ?? keptChart?.averages ?? [],
          studies: words.ind ?? keptChart?.studies ?? [],
        },
        keptChart,
        account: accountOf(dock),
        setting: {
          userId: user.id,
          game: { id: game, name: played.name },
          leaves: game === 'season' && !user.isAdmin,
          active: kind !== 'season' || services.seasons.active(),
          palette: resolvePalette(theme),
          width: probableWidth(request),
          pollSec: services.market.capabilities.pollSec,
          limits: played.limits,
          needsReason: played.needsReason || undefined,
          orderKey: crypto.randomUUID(),
        },
        strings: chartStrings(ctx.locale, t),
        textsUrl: asset(`chart-texts-${ctx.locale}.js`),
      };
    },
    head: ({ data, t }) => ({ title: t('chart:title', { symbol: data.start.symbol }) }),
    view({ ctx, data: { about: _about, dock: _dock, orders: _orders, keptChart: _keptChart, ...data }, t }) {
      const pageData = isShared(data) ? { ...data, account: NOBODY, cashSlot: slot('cash') } : data;
      return (
        <>
          {kind === 'practice' && <PracticeRegion />}
          <PageData id={CHART_PAGE} value={packChart(pageData, ctx.locale)} />
          {kind === 'season' && <PageData id={PAGE_USER} value={slot('user')} />}
          {isShared(data) && <LineRules />}
          <Attach behaviour={isShared(data) ? STYLED_CHART : LiveChart} props={{}}>
            <ChartDashboard {...pageData}>
              <Picture {...pageData} />
            </ChartDashboard>
          </Attach>
          <Attach behaviour={DockForms} props={dockTexts(t, true)}>
            <Attach behaviour={STYLED_DOCK} props={DOCK_LIVE}>
              {slot('dock')}
            </Attach>
          </Attach>
          <Attach behaviour={SeenHeads} props={{}} />
        </>
      );
    },
    // rendered once for each chart, palette, width and state of the market; slots hold the reader's account
    shared: {
      key: ({ data }) => (isShared(data) ? keyOf(data) : null),
      slots({ data: { setting, account, about, dock, orders, keptChart }, ctx }): SlotValues {
        const { userId, orderKey } = setting;
        const { isAdmin } = ctx.user;
        const pageUser: PageUser = { id: userId, isAdmin, balance: account.cash, renderedAt: Date.now() };
        const ownChart: OwnChart = { userId, orderKey, account, orders, ...(keptChart && { keptChart }) };
        return {
          own: inPageData(ownChart),
          user: inPageData(pageUser),
          cash: floorCash(account.cash).amount,
          ...(kind === 'practice' && { about }),
          dock,
        };
      },
    },
  });

/** The slot of the text about practice and the season, which may start or end while the page is open. */
const PracticeRegion = () => (
  <Attach behaviour={SEASON_REGION} props={SEASON_REGION_PROPS}>
    <div data-region="about">{slot('about')}</div>
  </Attach>
);

/** Escapes the value of a slot inside a JSON string of the page data. */
const inPageData = (value: unknown) => scriptJson(JSON.stringify(value)).slice(1, -1);

/**
 * Behaviours that do not fetch the route's style sheet, because the page's inline rules suffice until the first touch.
 * A page with an open ticket uses LiveChart itself, because the style sheet shows and hides the ticket's fields.
 */
const STYLED_CHART: typeof LiveChart = { ...LiveChart, isStyled: true };
const STYLED_DOCK: typeof DockRegion = { ...DockRegion, isStyled: true };

const NOBODY: Account = { cash: '0', positions: [] };

/** True when all readers may get the same HTML: without an open ticket, which shows the reader's own figures. */
const isShared = ({ start }: DashboardProps) => start.ticket === null;

/** Returns the key of a shared page: the chart, with a tag that identifies its bars, and the state of the market. */
function keyOf({ start, setting }: DashboardProps): string {
  const { symbol, interval, type, averages, studies, short } = start;
  const { barsTag, company, last, age, opening, splits, problem } = start;
  const { game, palette, width, active, leaves, limits, needsReason } = setting;
  return JSON.stringify([
    [game.id, game.name, symbol, interval, type, averages, studies, short, palette, width, active, leaves],
    [barsTag, company?.name, last, age, problem, splits, limits, needsReason],
    opening && [opening.when, Math.floor(opening.left / 1000)],
  ]);
}

function packChart({ start, setting, strings, textsUrl }: DashboardProps, locale: Locale): PackedChart {
  const { candles, barsTag: _tag, ...rest } = start;
  const { userId: _user, orderKey: _key, ...all } = setting;
  return {
    start: rest,
    candles: packCandles(candles),
    setting: all,
    own: slot('own'),
    textsUrl,
    labelTexts: labelTextsOf(strings),
    months: MONTHS[locale],
  };
}

/** Short names of the months, as the live chart writes them. */
const MONTHS = inEachLanguage((locale) => {
  const format = sessionFormat(locale, { month: 'short' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month)));
});

const labelTextsOf = (strings: ChartStrings) =>
  Object.fromEntries(LABEL_TEXTS.map((key) => [key, strings[key]])) as LabelStrings;

function Picture({ start, setting, strings }: DashboardProps) {
  const { locale } = useRegion();
  const { symbol, interval, candles, type, averages, studies } = start;
  const { palette, width } = setting;
  return (
    <ChartSvg
      candles={candles}
      type={type}
      averages={averages}
      studies={studies}
      palette={palette}
      width={width}
      locale={locale}
      daily={interval === '1D'}
      label={summaryOf(strings, symbol, interval, candles)}
    />
  );
}

/** Returns the typed values of a refused ticket for this symbol that was sent without a script; undefined otherwise. */
function typedInto(ticket: string | undefined, symbol: string, values: Record<string, string> = {}) {
  return ticket && values.form === 'ticket' && values.symbol === symbol ? values : undefined;
}

function requestOf(query: z.infer<typeof ChartQuery>): PanelRequest {
  return {
    symbol: query.symbol || DEFAULT_SYMBOL,
    interval: query.interval,
    type: query.type,
    averages: query.sma ?? [],
    studies: query.ind ?? [],
    short: query.short === '1',
  };
}

/** Returns the cookie's state of the first chart; null for an address with a query, and without a valid cookie. */
function cookieQuery(request: Request, userId: number): z.infer<typeof ChartQuery> | null {
  if (new URL(request.url).search !== '') return null;
  const text = readCookie(request, chartCookieName(userId));
  return text ? (ChartQuery.safeParse(Object.fromEntries(new URLSearchParams(text))).data ?? null) : null;
}

const accountOf = ({ account }: DockData): Account => ({
  cash: writeCents(account?.cash ?? 0n),
  held: writeCents(account?.held ?? 0n),
  positions: account?.open.map(({ position }) => holdingOf(position)) ?? [],
});

function probableWidth(request: Request): number {
  const width = readCookie(request, 'chartw') ?? '';
  if (/^\d{3,4}$/.test(width)) return Number(width);
  return isPhone(request) ? WIDTH.phone : WIDTH.desktop;
}

/**
 * Maps each placeholder of the chart's texts to itself, so that `t` leaves the placeholders in the texts: the island
 * fills them in.
 */
const PLACES = Object.fromEntries(
  Object.values(en)
    .flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)])
    .map(([, name]) => [name!, `{{${name}}}`]),
);

const texts = new Map<string, ChartStrings>();

function chartStrings(locale: string, t: Translate): ChartStrings {
  const cached = texts.get(locale);
  if (cached) return cached;
  const keys = Object.keys(en) as (keyof typeof en)[];
  const strings = {
    ...Object.fromEntries(keys.map((key) => [key, t(`chart:${key}`, PLACES)])),
    ...Object.fromEntries(ORDER_RULES.map((key) => [key, t(`errors:${key}`)])),
  } as ChartStrings;
  texts.set(locale, strings);
  return strings;
}
