import { z } from 'zod';
import { ChartSvg } from '#components/chart/ChartSvg.tsx';
import { packCandles } from '#components/chart/packed-candles.ts';
import {
  DEFAULT_REQUEST,
  type LastPrice,
  type Opening,
  type PanelRequest,
  type PanelStart,
  readAverages,
  readChartCookie,
} from '#components/chart/panel.ts';
import { CHART_TYPES, DEFAULT_SYMBOL, PANEL_INTERVALS } from '#components/chart/types.ts';
import { AppError } from '#core/contract/errors.ts';
import { floorCash, formatDay, formatTime } from '#core/locale/format.ts';
import { cleanTicker } from '#core/market/ticker.ts';
import { ENTRY_DIGITS, MICRO_DIGITS, plainDecimal, writeCents } from '#core/money/money.ts';
import { resolvePalette } from '#core/shop/themes.ts';
import { readHoldings } from '#db/queries/portfolio.ts';
import { asset } from '#framework/asset.ts';
import { page, type RequestContext, redirect } from '#framework/define.ts';
import { textsOf } from '#framework/failure.ts';
import { Attach } from '#framework/islands/attach.tsx';
import { useRegion } from '#framework/islands/island.tsx';
import { PageData, scriptJson } from '#framework/islands/page-data.tsx';
import type { Translate } from '#framework/page.tsx';
import { type SlotValues, slot } from '#framework/shared-document.ts';
import type { Account } from '#islands/_state/account.ts';
import ChartDashboard, { type DashboardProps } from '#islands/ChartDashboard.tsx';
import { CHART_PAGE, type OwnChart, type PackedChart } from '#islands/chart/data/page.ts';
import { orderTicket } from '#islands/chart/panel/parts.ts';
import { type ChartKey, type ChartStrings, summaryOf } from '#islands/chart/panel/strings.ts';
import LiveChart from '#islands/LiveChart.ts';
import en from '#locales/en/chart.json' with { type: 'json' };
import { candlesFor } from '#market/candles.ts';
import { labelOf, type Market } from '#market/market.ts';
import type { Services } from '#services/services.ts';
import { askMarket, quoteOf } from '#services/trading/quotes.ts';

const ChartQuery = z.object({
  symbol: z.string().max(256).transform(cleanTicker).default(DEFAULT_SYMBOL),
  interval: z.enum(PANEL_INTERVALS).default(DEFAULT_REQUEST.interval),
  type: z.enum(CHART_TYPES).default(DEFAULT_REQUEST.type),
  sma: z.string().max(40).transform(readAverages).default([]),
  short: z.enum(['1', '']).default(''),
  ticket: z.enum(['open', 'close']).optional(),
});

/** Charts this wide are assumed until the browser has told its own (cookie `chartw`). */
const WIDTH = { desktop: 1190, phone: 360 };

export default page({
  limit: 'read',
  query: ChartQuery,
  async load(ctx) {
    const { request, query, user, services, t } = ctx;
    if (!services.seasons.active() && !user.isAdmin) throw redirect('/');
    const panel = requestOf(cookieQuery(request, user.id) ?? query);
    if (query.ticket) await orderTicket.load();
    const [start, account, theme] = await Promise.all([
      loadPanel(services, panel, ctx),
      loadAccount(services, user.id),
      services.accounts.activeTheme(user.id),
    ]);
    return {
      start: { ...start, ticket: query.ticket ?? null },
      account,
      setting: {
        userId: user.id,
        leaves: !user.isAdmin,
        active: services.seasons.active(),
        palette: resolvePalette(theme),
        width: probableWidth(request.headers),
        orderKey: crypto.randomUUID(),
      },
      strings: chartStrings(ctx.locale, t),
      textsUrl: asset(`chart-texts-${ctx.locale}.js`),
    };
  },
  head: ({ data, t }) => ({ title: t('chart:title', { symbol: data.start.symbol }) }),
  view({ data }) {
    const shown = isShared(data) ? { ...data, account: NOBODY, cashSlot: slot('cash') } : data;
    return (
      <>
        <PageData id={CHART_PAGE} value={packChart(shown)} />
        <Attach behaviour={LiveChart} props={{}}>
          <ChartDashboard {...shown}>
            <Picture {...shown} />
          </ChartDashboard>
        </Attach>
      </>
    );
  },
  // drawn once for each chart, palette, width and state of the market; a reader's account goes into the slots
  shared: {
    key: ({ data }) => (isShared(data) ? keyOf(data) : null),
    slots({ data: { setting, account } }): SlotValues {
      const { userId, orderKey } = setting;
      const own: OwnChart = { userId, orderKey, account };
      return {
        own: scriptJson(JSON.stringify(own)).slice(1, -1),
        cash: floorCash(account.cash).amount,
      };
    },
  },
});

const NOBODY: Account = { cash: '0', positions: [] };

/** A ticket is drawn from the reader's own figures. */
const isShared = ({ start }: DashboardProps) => start.ticket === null;

/** Which drawing of the chart it is, and which state of the market that one shows. */
function keyOf({ start, setting }: DashboardProps): string {
  const { symbol, interval, type, averages, short, candles, company, last, age, opening, problem } = start;
  const { palette, width, active, leaves } = setting;
  return JSON.stringify([
    ...[symbol, interval, type, averages, short, palette.background, width, active, leaves],
    ...[candles.length, candles[0]?.time, candles.at(-1), company?.name, last, age, problem],
    ...(opening ? [opening.when, Math.floor(opening.left / 1000)] : []),
  ]);
}

/** What the page carries for its scripts. */
function packChart({ start, setting, strings, textsUrl }: DashboardProps): PackedChart {
  const { candles, ...shown } = start;
  const { userId: _user, orderKey: _key, ...all } = setting;
  return {
    start: shown,
    candles: packCandles(candles),
    setting: all,
    own: slot('own'),
    textsUrl,
    entryTitle: strings.average,
  };
}

/** Who reads, as far as sentences about the market go. */
type Reader = Pick<RequestContext, 't' | 'say' | 'locale' | 'zone'>;

/** The chart before any script has run. */
function Picture({ start, setting, strings }: DashboardProps) {
  const { locale } = useRegion();
  const { symbol, interval, candles, type, averages } = start;
  const { palette, width } = setting;
  return (
    <ChartSvg
      {...{ candles, type, averages, palette, width, locale }}
      daily={interval === '1D'}
      label={summaryOf(strings, symbol, interval, candles)}
    />
  );
}

function requestOf(query: z.infer<typeof ChartQuery>): PanelRequest {
  return {
    symbol: query.symbol || DEFAULT_SYMBOL,
    interval: query.interval,
    type: query.type,
    averages: query.sma,
    short: query.short === '1',
  };
}

/** What the first chart of the user's dashboard showed last, when the address says nothing. */
function cookieQuery(request: Request, userId: number): z.infer<typeof ChartQuery> | null {
  if (new URL(request.url).search !== '') return null;
  const pairs = readChartCookie(request.headers.get('cookie'), userId);
  return pairs && (ChartQuery.safeParse(Object.fromEntries(pairs)).data ?? null);
}

/** A ticker nobody knows, or a market that is down, is a sentence on the chart, not an error page. */
async function loadPanel({ market }: Services, request: PanelRequest, reader: Reader): Promise<PanelStart> {
  const { symbol, interval } = request;
  const blank = {
    ...{ ...request, ticket: null, company: null, last: null, candles: [] },
    source: reader.t(`messages:label.${labelOf(market)}`),
    age: null,
    opening: openingOf(market, reader),
    problem: null,
  };
  // bars without a name or a newest price are worth showing; without bars the page says why
  const [bars, profile, last] = await Promise.allSettled([
    askMarket(symbol, () => candlesFor(market, { symbol, interval, from: undefined, to: undefined })),
    askMarket(symbol, () => market.profile(symbol)),
    lastPrice(market, symbol),
  ]);
  const failures = [bars, profile, last].flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  for (const failure of failures) if (!(failure instanceof AppError)) throw failure;
  const unknown = failures.find((failure) => failure.code === 'UNKNOWN_SYMBOL');
  if (bars.status === 'rejected' || unknown)
    return { ...blank, problem: reader.say(textsOf(unknown ?? failures[0])) };
  const { candles, stale } = bars.value.answer;
  const logo = `/api/logo/${encodeURIComponent(symbol)}`;
  return {
    ...blank,
    candles: candles.map(({ date: _, ...candle }) => candle),
    company:
      profile.status === 'fulfilled'
        ? { name: profile.value.companyName, exchange: profile.value.exchange, logo }
        : null,
    last: last.status === 'fulfilled' ? last.value : null,
    age: stale?.ageSeconds ?? null,
  };
}

/** When a closed market opens, in the reader's zone. */
function openingOf(market: Market, { locale, zone }: Reader): Opening | null {
  const { open, opensAt } = market.session();
  if (open || opensAt === null) return null;
  const when = `${formatDay(opensAt, locale, zone)} ${formatTime(opensAt, zone)}`;
  return { when, left: Math.max(0, opensAt - market.now()) };
}

async function lastPrice(market: Services['market'], symbol: string): Promise<LastPrice> {
  const quote = await quoteOf(market, symbol);
  const [price, before] = [Number(quote.price), Number(quote.prevClose)];
  return { price, changePercent: before > 0 ? (price / before - 1) * 100 : null };
}

async function loadAccount({ sql }: Services, userId: number): Promise<Account> {
  const held = await readHoldings(sql, userId);
  if (!held) return { cash: '0.00', positions: [] };
  return {
    cash: writeCents(held.cash),
    positions: held.open.map(({ position }) => ({
      symbol: position.symbol,
      side: position.isShort ? 'short' : 'long',
      quantity: plainDecimal(position.quantity, MICRO_DIGITS),
      entry: plainDecimal(position.entry, ENTRY_DIGITS),
    })),
  };
}

function probableWidth(headers: Headers): number {
  const width = Number(/(?:^|; )chartw=(\d{3,4})/.exec(headers.get('cookie') ?? '')?.[1]);
  if (width) return width;
  const phone = headers.get('sec-ch-ua-mobile') === '?1' || /Mobi/.test(headers.get('user-agent') ?? '');
  return phone ? WIDTH.phone : WIDTH.desktop;
}

/** The island fills places itself: each stands for itself here. */
const PLACES = Object.fromEntries(
  Object.values(en)
    .flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)])
    .map(([, name]) => [name!, `{{${name}}}`]),
);

const texts = new Map<string, ChartStrings>();

function chartStrings(locale: string, t: Translate): ChartStrings {
  const known = texts.get(locale);
  if (known) return known;
  const keys = Object.keys(en) as ChartKey[];
  const made = Object.fromEntries(keys.map((key) => [key, t(`chart:${key}`, PLACES)])) as ChartStrings;
  texts.set(locale, made);
  return made;
}
