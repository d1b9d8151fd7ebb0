/**
 * Financial Modeling Prep and Finnhub on a port of this machine: both of FMP's APIs with the real prices of AAPL,
 * multiplied for the other companies, Finnhub's socket, and a switch for each kind of fault.
 */
import type { Server, ServerWebSocket } from 'bun';
import { createCalendar, isoDate, type SessionTimes } from '#market/calendar.ts';
import { realDays } from './real-prices.ts';

export type Fault =
  | 'none'
  /** Responds only once the fault is over. */
  | 'slow'
  | 'error object'
  | 'html'
  | 'half'
  | 'garbage'
  | 'limit'
  | '500'
  | '403'
  /** Lists are empty. */
  | 'empty'
  /** Rows of lists lack required fields. */
  | 'incomplete';

type Day = {
  date: string;
  day: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};
type Row = Record<string, unknown>;
type Prices = [open: number, high: number, low: number, close: number];
type Peer = ServerWebSocket<undefined>;

export type StandIn = Awaited<ReturnType<typeof standIn>>;

export const FMP_KEY = 'fmp-key-5f1c9a77e0';
export const FINNHUB_KEY = 'finnhub-key-c4b81d20aa';

const COMPANIES: Record<
  string,
  { name: string; sector: string; exchange: [short: string, long: string]; factor: number }
> = {
  AAPL: { name: 'Apple Inc.', sector: 'Technology', exchange: ['NASDAQ', 'NASDAQ Global Select'], factor: 1 },
  MSFT: {
    name: 'Microsoft Corporation',
    sector: 'Technology',
    exchange: ['NASDAQ', 'NASDAQ Global Select'],
    factor: 2,
  },
  KO: {
    name: 'The Coca-Cola Company',
    sector: 'Consumer Defensive',
    exchange: ['NYSE', 'New York Stock Exchange'],
    factor: 0.5,
  },
};
const SESSIONS = createCalendar('us');
const MINUTES: Record<string, number> = { '1min': 1, '5min': 5, '15min': 15, '1hour': 60, '4hour': 240 };
/** A PNG of 1×1 px. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** @param now the stand-in's clock, epoch ms: its newest day is the running or last session */
export async function standIn(
  options: { now: () => number; reach?: 'stable' | 'v3' | 'both' | 'none' } = { now: Date.now },
) {
  const { now } = options;
  const state = {
    fault: 'none' as Fault,
    /** Which of the APIs the key may use. */
    reach: options.reach ?? 'both',
    retryAfter: '30' as string | null,
    /** Prices that replace those of the series. */
    prices: new Map<string, number>(),
    /** Volumes that replace those of every finished session. */
    volumes: new Map<string, number>(),
    /** Time of prices, epoch ms; null: now. */
    madeMs: null as number | null,
    splits: [] as Row[],
    /** Rows of the dividend calendar. */
    dividends: [] as Row[],
    /** Companies reported as no longer traded. */
    delisted: new Set<string>(),
    /** Companies missing from every response but searches. */
    dropped: new Set<string>(),
    /** True when the plan has splits. */
    tellsSplits: true,
    /** True when the plan has batch-quote. */
    batch: true,
  };
  /** Requested paths, with their query except the key. */
  const requests: string[] = [];
  const keys = new Set<string | null>();
  const peers = new Set<Peer>();
  const heard: { type: string; symbol: string }[] = [];
  let connections = 0;
  let released = Promise.withResolvers<void>();

  const real = realDays();

  /** Returns the series' days, dated as the latest sessions up to now. */
  function days(factor: number): Day[] {
    const out: Day[] = [];
    let session: SessionTimes | null = SESSIONS.latest(now());
    for (let i = real.length - 1; i >= 0 && session; i--) {
      const { open, high, low, close, volume } = real[i]!;
      const [o, h, l, c] = [open, high, low, close].map((price) => round(price * factor)) as Prices;
      out.push({ date: isoDate(session.day), day: session.day, open: o, high: h, low: l, close: c, volume });
      session = SESSIONS.previous(session.day);
    }
    return out.reverse();
  }

  /** Returns the price at a share of its day: from open to low to high to close, a third each. */
  function along(day: Day, share: number): number {
    const knots = [day.open, day.low, day.high, day.close];
    const part = Math.min(2.9999, Math.max(0, share * 3));
    const i = Math.floor(part);
    return round(knots[i]! + (knots[i + 1]! - knots[i]!) * (part - i));
  }

  function intraday(symbol: string, minutes: number, from: string, to: string): Row[] {
    const out: Row[] = [];
    for (const day of days(COMPANIES[symbol]!.factor)) {
      if (day.date < from || day.date > to) continue;
      const session = SESSIONS.session(day.day)!;
      for (let minute = 0; minute < session.minutes; minute += minutes) {
        const startMs = session.openMs + minute * 60_000;
        if (startMs > now()) break;
        const end = Math.min(
          minute + minutes,
          session.minutes,
          Math.max(minute, (now() - session.openMs) / 60_000),
        );
        const inside = [
          minute,
          end,
          ...[1 / 3, 2 / 3].map((k) => k * session.minutes).filter((k) => k > minute && k < end),
        ];
        const prices = inside.map((m) => along(day, m / session.minutes));
        const local = 9 * 60 + 30 + minute;
        out.push({
          date: `${day.date} ${two(Math.floor(local / 60))}:${two(local % 60)}:00`,
          open: prices[0],
          low: Math.min(...prices),
          high: Math.max(...prices),
          close: prices[1],
          volume: Math.round((day.volume * (end - minute)) / session.minutes),
        });
      }
    }
    return out.reverse();
  }

  function quote(symbol: string, v3: boolean): Row | null {
    const company = COMPANIES[symbol];
    if (!company || state.dropped.has(symbol)) return null;
    const [before, today] = days(company.factor).slice(-2) as [Day, Day];
    const session = SESSIONS.session(today.day)!;
    const share = (now() - session.openMs) / (session.minutes * 60_000);
    const price = state.prices.get(symbol) ?? along(today, Math.min(1, share));
    const madeMs = Math.min(state.madeMs ?? now(), session.openMs + session.minutes * 60_000);
    const change = round(price - before.close);
    return {
      symbol,
      name: company.name,
      price,
      [v3 ? 'changesPercentage' : 'changePercentage']: round((change / before.close) * 100),
      change,
      dayLow: Math.min(price, today.low),
      dayHigh: Math.max(price, today.high),
      open: today.open,
      previousClose: before.close,
      priceAvg50: price,
      priceAvg200: price,
      marketCap: price * 1e9,
      volume: Math.round(today.volume * Math.min(1, share)),
      exchange: company.exchange[0],
      timestamp: Math.floor(madeMs / 1000),
    };
  }

  function profile(symbol: string, v3: boolean): Row[] {
    const company = COMPANIES[symbol];
    if (!company || state.dropped.has(symbol)) return [];
    const { price } = quote(symbol, v3)!;
    const common = {
      symbol,
      companyName: company.name,
      sector: company.sector,
      beta: 1.2,
      price,
      image: `https://images.example/${symbol}.png`,
      isActivelyTrading: !state.delisted.has(symbol),
    };
    const [short, long] = company.exchange;
    return [
      v3
        ? {
            ...common,
            mktCap: Number(price) * 1e9,
            volAvg: 5e7,
            lastDiv: 0.96,
            exchange: long,
            exchangeShortName: short,
          }
        : {
            ...common,
            marketCap: Number(price) * 1e9,
            averageVolume: 5e7,
            lastDividend: 0.96,
            exchange: short,
            exchangeFullName: long,
          },
    ];
  }

  function search(text: string, v3: boolean): Row[] {
    return Object.entries(COMPANIES)
      .filter(([symbol, { name }]) => `${symbol} ${name}`.toLowerCase().includes(text.toLowerCase()))
      .map(
        ([
          symbol,
          {
            name,
            exchange: [short, long],
          },
        ]) =>
          v3
            ? { symbol, name, currency: 'USD', stockExchange: long, exchangeShortName: short }
            : { symbol, name, currency: 'USD', exchange: short, exchangeFullName: long },
      )
      .concat([
        {
          symbol: 'APC.DE',
          name: 'Apple Inc.',
          currency: 'EUR',
          exchange: 'XETRA',
          exchangeFullName: 'XETRA',
        },
      ] as never);
  }

  function screen(query: URLSearchParams, v3: boolean): Row[] {
    const more = Number(query.get('priceMoreThan') ?? 0);
    return Object.keys(COMPANIES)
      .map(
        (symbol) =>
          ({
            ...profile(symbol, v3)[0]!,
            ...quote(symbol, v3),
            lastAnnualDividend: 1,
            industry: 'x',
            country: 'US',
          }) as Row,
      )
      .map(({ mktCap, ...row }) => ({ marketCap: mktCap, ...row }) as Row)
      .filter(
        (row) => Number(row.price) > more && (!query.get('sector') || row.sector === query.get('sector')),
      );
  }

  function dailyRows(symbol: string, from: string, to: string, v3: boolean): Row[] {
    return (
      days(COMPANIES[symbol]?.factor ?? 1)
        .filter(({ date }) => date >= from && date <= to)
        // today's row appears after the close
        .filter(({ day }) => now() >= SESSIONS.session(day)!.openMs + SESSIONS.session(day)!.minutes * 60_000)
        .map(({ day: _, ...bar }) => ({
          ...(v3 ? { label: 'day', adjClose: bar.close, unadjustedVolume: bar.volume } : { symbol }),
          ...bar,
          volume: state.volumes.get(symbol) ?? bar.volume,
          vwap: bar.close,
        }))
        .reverse()
    );
  }

  const isListed = (symbol: string) => symbol in COMPANIES && !state.dropped.has(symbol);

  /** Returns the JSON for a path; undefined for an unknown path. */
  function answer(url: URL): unknown {
    const query = url.searchParams;
    const { pathname } = url;
    const from = query.get('from') ?? '0';
    const to = query.get('to') ?? '9';
    const one = query.get('symbol') ?? '';
    const v3 = /^\/api\/v3\/(.+)$/.exec(pathname)?.[1]?.split('/').map(decodeURIComponent);
    const stable = /^\/stable\/(.+)$/.exec(pathname)?.[1];
    const quotes = (list: string) =>
      list
        .split(',')
        .map((symbol) => quote(symbol, v3 !== undefined))
        .filter((row) => row !== null);
    if (v3) {
      const [name, second = '', third = ''] = v3;
      if (name === 'historical-chart' && MINUTES[second])
        return isListed(third) ? intraday(third, MINUTES[second], from, to) : [];
      if (name === 'historical-price-full' && second === 'stock_split')
        return { symbol: third, historical: state.splits.filter((s) => s.symbol === third) };
      if (name === 'historical-price-full')
        return isListed(second) ? { symbol: second, historical: dailyRows(second, from, to, true) } : {};
      if (name === 'stock_dividend_calendar') return inRange(state.dividends, from, to);
      if (name === 'quote') return quotes(second);
      if (name === 'profile') return profile(second, true);
      if (name === 'search') return search(query.get('query') ?? '', true);
      if (name === 'stock-screener') return screen(query, true);
      return undefined;
    }
    const interval = /^historical-chart\/(\w+)$/.exec(stable ?? '')?.[1];
    if (interval && MINUTES[interval]) return isListed(one) ? intraday(one, MINUTES[interval], from, to) : [];
    if (stable === 'historical-price-eod/full') return isListed(one) ? dailyRows(one, from, to, false) : [];
    if (stable === 'quote') return one.includes(',') ? [] : quotes(one);
    if (stable === 'batch-quote' && state.batch) return quotes(query.get('symbols') ?? '');
    if (stable === 'batch-quote-short')
      return quotes(query.get('symbols') ?? '').map(({ symbol, price, change, volume }) => ({
        symbol,
        price,
        change,
        volume,
      }));
    if (stable === 'profile') return profile(one, false);
    if (stable === 'search-symbol' || stable === 'search-name')
      return search(query.get('query') ?? '', false);
    if (stable === 'company-screener') return screen(query, false);
    if (stable === 'dividends-calendar') return inRange(state.dividends, from, to);
    if (stable === 'splits') return state.splits.filter((s) => s.symbol === one);
    return undefined;
  }

  function broken(json: string, value: unknown): Response {
    const text = (body: string, type: string, status = 200) =>
      new Response(body, { status, headers: { 'content-type': type } });
    switch (state.fault) {
      case 'error object':
        return Response.json({ 'Error Message': 'Limit Reach. Please upgrade your plan.' });
      case '403':
        return Response.json(
          { 'Error Message': 'Exclusive Endpoint: not available under your plan.' },
          { status: 403 },
        );
      case '500':
        return text('Internal Server Error', 'text/plain', 500);
      case 'html':
        return text('<!doctype html><title>Down for maintenance</title>', 'text/html');
      case 'half':
        return text(json.slice(0, Math.floor(json.length / 2)), 'application/json');
      case 'garbage':
        return new Response(new Uint8Array([0, 255, 254, 7, 200, 13]), {
          headers: { 'content-type': 'application/json' },
        });
      case 'empty':
        return Response.json([]);
      case 'limit':
        return Response.json(
          { 'Error Message': 'Limit Reach' },
          { status: 429, headers: state.retryAfter === null ? {} : { 'retry-after': state.retryAfter } },
        );
      default: {
        const bare = (row: Row) => ({ symbol: row.symbol, date: row.date });
        const nest = (value as { historical?: Row[] }).historical;
        return Response.json(nest ? { historical: nest.map(bare) } : (value as Row[]).map(bare));
      }
    }
  }

  async function fetch(request: Request, server: Server<undefined>): Promise<Response | undefined> {
    const url = new URL(request.url);
    if (request.headers.get('upgrade') === 'websocket') {
      keys.add(url.searchParams.get('token'));
      if (url.searchParams.get('token') !== FINNHUB_KEY)
        return new Response('Invalid API key', { status: 401 });
      return server.upgrade(request) ? undefined : new Response('no', { status: 400 });
    }
    keys.add(url.searchParams.get('apikey'));
    const key = url.searchParams.get('apikey');
    url.searchParams.delete('apikey');
    requests.push(url.pathname + url.search);
    if (state.fault === 'slow') await Promise.race([released.promise, aborted(request)]);
    const logo = /^\/image-stock\/(.+)\.png$/.exec(url.pathname)?.[1];
    if (logo)
      return isListed(logo) && state.fault === 'none'
        ? new Response(PNG)
        : new Response('not here', { status: 404 });
    if (key !== FMP_KEY) return Response.json({ 'Error Message': 'Invalid API KEY.' }, { status: 401 });
    const api = url.pathname.startsWith('/stable/') ? 'stable' : 'v3';
    if (state.reach !== 'both' && state.reach !== api)
      return Response.json({ 'Error Message': 'Legacy Endpoint: not for this key.' }, { status: 403 });
    const value = answer(url);
    if (value === undefined) return Response.json({ 'Error Message': 'Not Found' }, { status: 404 });
    const json = JSON.stringify(value);
    if (!state.tellsSplits && url.pathname.includes('split'))
      return new Response('Internal Server Error', { status: 500 });
    if (state.fault !== 'none' && state.fault !== 'slow') return broken(json, value);
    return new Response(json, { headers: { 'content-type': 'application/json' } });
  }

  const websocket = {
    open(peer: Peer) {
      connections++;
      peers.add(peer);
    },
    message(_: Peer, text: string | Buffer) {
      heard.push(JSON.parse(String(text)));
    },
    close(peer: Peer) {
      peers.delete(peer);
    },
  };
  const serve = (port: number) =>
    Bun.serve({ port, hostname: '127.0.0.1', idleTimeout: 0, fetch, websocket });
  let server = serve(0);
  const port = server.port!;

  return {
    state,
    requests,
    heard,
    /** Every key received. */
    keys,
    url: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${port}`,
    days: (symbol = 'AAPL') => days(COMPANIES[symbol]!.factor),
    /** The environment of a server that uses this stand-in. */
    env: {
      MARKET: 'fmp',
      FMP_API_KEY: FMP_KEY,
      FMP_BASE_URL: `http://127.0.0.1:${port}`,
    } as Record<string, string>,
    sockets: {
      get open() {
        return peers.size;
      },
      get made() {
        return connections;
      },
      tell(message: unknown) {
        for (const peer of peers) peer.send(typeof message === 'string' ? message : JSON.stringify(message));
      },
      cut() {
        for (const peer of peers) peer.terminate();
      },
    },
    /** Ends the fault 'slow' for waiting requests. */
    release() {
      released.resolve();
      released = Promise.withResolvers<void>();
    },
    /** Closes the port. */
    async down() {
      await server.stop(true);
    },
    up() {
      server = serve(port);
    },
    async stop() {
      released.resolve();
      await server.stop(true);
    },
  };
}

const aborted = (request: Request) =>
  new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()));
const two = (n: number) => String(n).padStart(2, '0');
const round = (value: number) => Math.round(value * 100) / 100;
const inRange = (rows: readonly Row[], from: string, to: string) =>
  rows.filter(({ date }) => String(date) >= from && String(date) <= to);
