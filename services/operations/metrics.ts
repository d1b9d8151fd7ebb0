/** Metrics at /metrics in Prometheus' text format, times in seconds, and the log of slow statements. */
import { timingSafeEqual } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type FinishedQuery, queryName } from '#db/client.ts';
import type { Market, Trade } from '#market/market.ts';
import type { LeaderboardService } from '../leaderboard/leaderboard.ts';
import type { OrderEngine } from '../orders/match-orders.ts';
import type { Log } from '../platform/log.ts';
import type { Hub } from '../realtime/hub.ts';

/** The log names a slow statement at most once in this time, ms: a database in trouble slows all its statements. */
const QUIET_MS = 10_000;
const MOST_NAMES = 1_000;

export type QueryWatch = ReturnType<typeof createQueryWatch>;

/** @param settings.slowQueryMs statements that take this long are logged */
export function createQueryWatch(settings: { slowQueryMs: number }, log: Pick<Log, 'warn'>) {
  const quietUntil = new Map<string, number>();
  const totals = { statements: 0, seconds: 0, slow: 0 };

  function tell(query: FinishedQuery, ms: number) {
    totals.slow += 1;
    const name = queryName(query);
    const now = performance.now();
    if (now < (quietUntil.get(name) ?? 0)) return;
    if (quietUntil.size >= MOST_NAMES) quietUntil.clear();
    quietUntil.set(name, now + QUIET_MS);
    log.warn({ query: name, ms: Math.round(ms) }, 'slow query');
  }

  return {
    totals: totals as Readonly<typeof totals>,
    seen(query: FinishedQuery): void {
      // without a start time the statement reached no connection
      const ms = performance.now() - (query.startedAt ?? performance.now());
      totals.statements += 1;
      totals.seconds += ms / 1000;
      if (ms >= settings.slowQueryMs) tell(query, ms);
    },
  };
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const TRADE = '/api/trade';
/** Interval of a timer whose delay measures how long requests wait for the event loop, ms. */
const LOOP_MS = 500;

export type Meters = ReturnType<typeof createMeters>;
/** `route` is null for files and unknown addresses. */
type RequestFigures = { method: string; route: string | null; status: number; ms: number };

export function createMeters() {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'paperpit_requests_total',
    help: 'Requests answered.',
    registers,
    labelNames: ['method', 'route', 'status'],
    collect: () => counted.flush(),
  });
  const counted = createCounts((labels, count) => requests.inc(labels, count));
  const latency = new Histogram({
    name: 'paperpit_request_seconds',
    help: 'From a request to its answer.',
    registers,
    labelNames: ['kind'],
    buckets: SECONDS,
  });
  const passes = new Histogram({
    name: 'paperpit_pass_seconds',
    help: 'Work of a leaderboard pass.',
    registers,
    buckets: SECONDS,
  });
  const ticks = new Counter({
    name: 'paperpit_ticks_total',
    help: 'Trades of watched tickers that came from the market.',
    registers,
  });
  const lag = new Histogram({
    name: 'paperpit_tick_lag_seconds',
    help: 'Age of a tick when it came.',
    registers,
    buckets: SECONDS,
  });
  return {
    registry,
    request({ method, route, status, ms }: RequestFigures): void {
      const methodLabel = METHODS.has(method) ? method : 'other';
      counted.add(methodLabel, route ?? (status < 400 ? 'file' : 'none'), status);
      // files are left out: measuring a request takes longer than serving a file from memory
      if (route !== null) latency.observe({ kind: kindOf(route) }, ms / 1000);
    },
    pass: (ms: number): void => passes.observe(ms / 1000),
    tick(trade: Trade, now: number): void {
      ticks.inc();
      lag.observe(Math.max(0, now - trade.tsMs) / 1000);
    },
  };
}

type Labels = { method: string; route: string; status: number };

/** Counts in memory and passes on the sums when metrics are read: the library's counter costs ten times as much. */
function createCounts(take: (labels: Labels, count: number) => void) {
  const counts = new Map<string, { labels: Labels; count: number }>();
  return {
    add(method: string, route: string, status: number): void {
      const key = `${method} ${route} ${status}`;
      const entry = counts.get(key);
      if (entry) entry.count += 1;
      else counts.set(key, { labels: { method, route, status }, count: 1 });
    },
    flush(): void {
      for (const { labels, count } of counts.values()) take(labels, count);
      counts.clear();
    },
  };
}

function kindOf(route: string): string {
  if (route === TRADE) return 'trade';
  return route.startsWith('/api/') ? 'call' : 'page';
}

type Parts = {
  market: Pick<Market, 'now'>;
  leaderboard: Pick<LeaderboardService, 'state'>;
  orderEngine: Pick<OrderEngine, 'state'>;
  hub: Pick<Hub, 'counts'>;
  queries: Pick<QueryWatch, 'totals'>;
};

/** Adds the gauges, whose values are read on request. */
export function createMetrics({ registry }: Meters, parts: Parts) {
  const { market, leaderboard, orderEngine, hub, queries } = parts;
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({ name, help, registers: [registry], collect: metric(value) });
  const counter = (name: string, help: string, value: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(value());
      },
    });

  gauge('paperpit_sockets', 'Open sockets.', () => hub.counts().sockets);
  gauge('paperpit_feeds', 'Tickers somebody watches.', () => hub.counts().feeds);
  gauge('paperpit_pass_generation', 'The table this process shows.', () => leaderboard.state().generation);
  gauge('paperpit_pass_age_seconds', 'Age of that table.', () => ageOf(leaderboard.state().computedAt));
  gauge('paperpit_traders', 'Traders on that table.', () => leaderboard.state().traders);
  gauge('paperpit_order_lease', '1: this process matches orders.', () =>
    Number(orderEngine.state().isHolder),
  );
  gauge('paperpit_orders_working', 'Orders it watches.', () => orderEngine.state().orders);
  gauge('paperpit_orders_late', 'Accounts it could not bring up to date.', () => orderEngine.state().late);
  gauge('paperpit_orders_lag_seconds', 'How far it is behind the market.', () => {
    const { isHolder, cursor } = orderEngine.state();
    return isHolder ? Math.max(0, market.now() - cursor) / 1000 : 0;
  });
  counter('paperpit_queries_total', 'Statements.', () => queries.totals.statements);
  counter('paperpit_query_seconds_total', 'Time of statements, with their wait for a connection.', () => {
    return queries.totals.seconds;
  });
  counter('paperpit_queries_slow_total', 'Statements of SLOW_QUERY_MS and more.', () => queries.totals.slow);
  const stop = addProcess(gauge);

  return { text: () => registry.metrics(), type: registry.contentType, stop };
}

function addProcess(gauge: (name: string, help: string, value: () => number) => unknown): () => void {
  let delay = 0;
  let due = performance.now() + LOOP_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    delay = Math.max(delay, now - due);
    due = now + LOOP_MS;
  }, LOOP_MS).unref();
  const takeDelay = () => {
    const seconds = delay / 1000;
    delay = 0;
    return Math.max(0, seconds);
  };
  gauge('paperpit_loop_delay_seconds', 'Longest wait for the event loop since the last look.', takeDelay);
  gauge('process_resident_memory_bytes', 'Memory.', () => process.memoryUsage.rss());
  gauge('process_start_time_seconds', 'When it started.', () => Date.now() / 1000 - process.uptime());
  gauge('process_open_fds', 'Open files and sockets; 0 where /proc does not tell.', openFiles);
  gauge('process_cpu_seconds', 'Processor time.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  return () => clearInterval(timer);
}

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}

function metric(value: () => number) {
  return function collect(this: { set(value: number): void }) {
    this.set(value());
  };
}

const ageOf = (ms: number) => (ms === 0 ? 0 : Math.max(0, Date.now() - ms) / 1000);

const LOCAL = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/;
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * True when a request may read the metrics: with the token. Without a configured token, only from this machine and
 * not through a proxy.
 * @param peer address of the other end of the connection
 */
export function mayReadMetrics(
  headers: Headers,
  peer: string | undefined,
  settings: { metricsToken: string | undefined; trustProxy: number },
): boolean {
  const { metricsToken: token, trustProxy } = settings;
  if (token !== undefined) return isSame(headers.get('authorization') ?? '', `Bearer ${token}`);
  const isForwarded = trustProxy > 0 || FORWARDED.some((name) => headers.has(name));
  return !isForwarded && LOCAL.test(peer ?? '');
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
