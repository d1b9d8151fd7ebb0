/** Health of this process: whether proxies may send it requests, and which dependencies work. */
import { statfs } from 'node:fs/promises';
import { createCache } from '#core/cache.ts';
import type { Sql } from '#db/client.ts';
import { compareClocks } from '#db/queries/platform/leases.ts';
import type { Addresses } from '#framework/http/address.ts';
import type { Market } from '#market/market.ts';
import type { LeaderboardService } from '../leaderboard/leaderboard.ts';
import type { Settings } from '../platform/settings.ts';
import type { Bus } from '../realtime/bus.ts';
import type { Seasons } from '../season/seasons.ts';

/** After this long without a request all proxies have stopped sending, ms. */
const QUIET_MS = 1_000;
/** Longest wait, in multiples of `drainSeconds`. A proxy that sends requests for longer does not read `/readyz`. */
const MOST = 3;
const LOOK_MS = 50;
/** Routes of proxies and monitoring. They do not count as requests. */
const PROBES = new Set<string | null>(['/healthz', '/readyz', '/metrics']);

type Drain = ReturnType<typeof createDrain>;

/**
 * Creates the graceful shutdown: a stopping process answers requests until proxies have noticed.
 * @param now monotonic clock, ms
 */
export function createDrain(
  { drainSeconds }: Pick<Settings, 'drainSeconds'>,
  now: () => number = performance.now.bind(performance),
  wait: (ms: number) => Promise<void> = Bun.sleep,
) {
  let isLeaving = false;
  let lastRequest = Number.NEGATIVE_INFINITY;
  const leastMs = drainSeconds * 1_000;

  return {
    isLeaving: () => isLeaving,

    seen({ route }: { route: string | null }): void {
      if (!PROBES.has(route)) lastRequest = now();
    },

    /**
     * Announces the stop. Resolves once `drainSeconds` are over and requests have stopped, after three times as long
     * at the latest; at once when `drainSeconds` is 0.
     * @param pending counts unanswered requests
     */
    async leave(pending: () => number): Promise<void> {
      if (leastMs === 0) return;
      isLeaving = true;
      const began = now();
      const isQuiet = () => now() - lastRequest >= QUIET_MS && pending() === 0;
      while (now() - began < leastMs || (!isQuiet() && now() - began < MOST * leastMs)) await wait(LOOK_MS);
    },
  };
}

/** A check without an answer after this long fails, ms. */
const PATIENCE_MS = 4_000;
/** How long the market's health is cached, ms: each check costs requests to the provider. */
const MARKET_GOOD_FOR_MS = 15_000;
/** A pass comes every 15 s at least. If the newest is older than this, ms, no process makes passes. */
const OLDEST_PASS_MS = 60_000;
/** With less free space, in bytes, the embedded database's disk counts as full. */
export const LEAST_FREE_BYTES = 1_000_000_000;

type Finding = { ok: boolean; ms?: number; says?: string };

export function createHealth(deps: {
  sql: Sql;
  market: Pick<Market, 'screen' | 'quote' | 'source'>;
  bus: Pick<Bus, 'state'>;
  seasons: Pick<Seasons, 'current'>;
  leaderboard: Pick<LeaderboardService, 'state'>;
  drain: Pick<Drain, 'isLeaving'>;
  addresses: Pick<Addresses, 'isReadable'>;
  /** The folder of the embedded database; null for an external database. */
  dataFolder: string | null;
}) {
  const { sql, market, bus, seasons, leaderboard, drain, addresses, dataFolder } = deps;
  const prices = createCache<Finding>({ ttlMs: MARKET_GOOD_FOR_MS, max: 1 });

  async function hasPrice(): Promise<string | undefined> {
    const [company] = await market.screen({ limit: 1 });
    if (!company) return 'no company';
    await market.quote(company.symbol);
    return undefined;
  }

  function boardState(): Finding {
    const { generation, frozen, computedAt } = leaderboard.state();
    if (!seasons.current()) return { ok: true, says: 'no season' };
    if (generation === 0) return { ok: false, says: 'not read yet' };
    const ms = Date.now() - computedAt;
    return { ok: frozen || ms < OLDEST_PASS_MS, ms };
  }

  const proxyState = (): Finding =>
    addresses.isReadable() ? { ok: true } : { ok: false, says: 'X-Forwarded-For without an address' };

  /** Bytes of the embedded database's disk; null for an external database. */
  async function readDisk(): Promise<{ free: number; size: number } | null> {
    if (dataFolder === null) return null;
    const { bsize, bavail, blocks } = await statfs(dataFolder);
    return { free: bavail * bsize, size: blocks * bsize };
  }

  async function diskProblem(): Promise<string | undefined> {
    const disk = await readDisk();
    return disk && disk.free < LEAST_FREE_BYTES ? 'almost full' : undefined;
  }

  return {
    readDisk,
    /**
     * Checks all dependencies. `ready` while the database answers, the clocks agree and the process does not stop.
     * Other broken dependencies leave a process ready, because they are broken for all other processes too.
     */
    async check() {
      const [database, market, disk] = await Promise.all([
        attempt(() => compareClocks(sql)),
        prices.get('finding', () => attempt(hasPrice)),
        attempt(diskProblem),
      ]);
      const checks = {
        database,
        market,
        bus: bus.state(),
        board: boardState(),
        disk,
        addresses: proxyState(),
      };
      const isLeaving = drain.isLeaving();
      const ready = database.ok && !isLeaving;
      const isWhole = Object.values(checks).every(({ ok }) => ok);
      const status = isLeaving ? 'leaving' : isWhole ? 'ok' : ready ? 'degraded' : 'down';
      return { ready, status: status as 'leaving' | 'ok' | 'degraded' | 'down', checks };
    },
  };
}

/** Runs a check with a time limit. @param task returns a problem, or throws one */
async function attempt(task: () => Promise<string | undefined>): Promise<Finding> {
  const began = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<string>((done) => {
    timer = setTimeout(() => done('no answer'), PATIENCE_MS);
  });
  const wrong = await Promise.race([task(), timeout]).catch((error: unknown) => nameOf(error));
  clearTimeout(timer);
  const ms = Math.round(performance.now() - began);
  return wrong === undefined ? { ok: true, ms } : { ok: false, ms, says: wrong };
}

/** Returns only an error's code or name, because anybody may read the result of a check. */
function nameOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error';
}
