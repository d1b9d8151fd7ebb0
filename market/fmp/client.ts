/** Sends requests to FMP within its limits. Finds out which API the key reaches. */
import { MarketUnavailableError, type Trouble } from '../market.ts';
import {
  type Bucket,
  createBucket,
  get,
  limitReached,
  retryAfterMs,
  type Time,
} from '../provider/request.ts';
import type { Store } from '../provider/store.ts';
import { type FmpCall, type Generation, profileCall } from './api.ts';

export type FmpOptions = {
  baseUrl: string;
  apiKey: string;
  perMinute: number;
  time: Time;
  store?: Store | null;
  warn(sentence: string): void;
};

export type FmpClient = {
  /**
   * Returns the parsed response.
   * @param about the ticker that a failure names, or ''
   * @param isNew true for a ticker without an earlier successful request; such requests get only a share of the limit
   * @throws MarketUnavailableError
   */
  ask(call: FmpCall, about: string, isNew?: boolean): Promise<unknown>;
  /**
   * Returns the API that the key reaches; probes first if necessary.
   * @param about the ticker that a failure names @throws MarketUnavailableError when the probe fails
   */
  generation(about?: string): Promise<Generation>;
  /** @returns null before the first probe */
  known(): Generation | null;
};

/** Pause after a 429 without Retry-After, ms. It doubles with each 429 in a row, up to LONGEST_REST_MS. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;
/** Longest accepted Retry-After, ms; FMP may send a day. */
const MAX_RETRY_AFTER_MS = 15 * 60_000;
/** Most requests at once, because FMP allows few within a second. */
const BURST = 10;
/** Share of the limit for requests about new tickers, because anybody can type any ticker. */
const NEW_SHARE = 0.7;
const PROBE_AGAIN_MS = 2_000;
/** A ticker that FMP always has. */
export const PROBE_SYMBOL = 'AAPL';

export function createFmpClient(options: FmpOptions): FmpClient {
  const { baseUrl, apiKey, time, warn } = options;
  const limits = createLimits(options);
  let refusedInARow = 0;
  let reached: Generation | null = null;
  let probing: Promise<Generation> | null = null;
  let probeFailed: { error: unknown; at: number } | null = null;

  function rest(headers: Headers): MarketUnavailableError {
    const retryMs = retryAfterMs(headers, time.now());
    const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** refusedInARow++);
    const ms = retryMs === null ? restMs : Math.min(MAX_RETRY_AFTER_MS, Math.max(retryMs, 1_000));
    limits.rest(ms);
    warn(`FMP: too many requests; none for ${Math.ceil(ms / 1000)} s.`);
    return limitReached(ms);
  }

  async function ask({ path, query }: FmpCall, about: string, isNew = false): Promise<unknown> {
    await limits.turn(isNew);
    const search = new URLSearchParams({ ...query, apikey: apiKey });
    const { status, headers, bytes } = await get(`${baseUrl}${path}?${search}`, about, time);
    if (status === 429) throw rest(headers);
    refusedInARow = 0;
    if (status !== 200) {
      const isRefused = [401, 402, 403, 404].includes(status);
      throw noData(about, isRefused ? 'refused' : 'status');
    }
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      throw new MarketUnavailableError('UNAVAILABLE.json', { trouble: 'json' });
    }
  }

  /** True when this API accepts the key. @throws MarketUnavailableError when the request fails */
  async function reaches(generation: Generation): Promise<boolean> {
    try {
      return Array.isArray(await ask(profileCall(generation, PROBE_SYMBOL), ''));
    } catch (error) {
      if (error instanceof MarketUnavailableError && error.trouble === 'refused') return false;
      throw error;
    }
  }

  async function probe(): Promise<Generation> {
    if (await reaches('stable')) return 'stable';
    if (await reaches('v3')) {
      warn('FMP refuses this key on /stable: prices come from its older API, /api/v3.');
      return 'v3';
    }
    warn('FMP refuses the key in FMP_API_KEY on both /stable and /api/v3.');
    throw new MarketUnavailableError('UNAVAILABLE.key', { trouble: 'refused' });
  }

  return {
    ask,
    known: () => reached,
    async generation(about = '') {
      if (reached) return reached;
      if (probeFailed && time.now() - probeFailed.at < PROBE_AGAIN_MS)
        throw concerning(probeFailed.error, about);
      probing ??= probe()
        .then((generation) => (reached = generation))
        .catch((error: unknown) => {
          probeFailed = { error, at: time.now() };
          throw error;
        })
        .finally(() => {
          probing = null;
        });
      return await probing.catch((error: unknown) => {
        throw concerning(error, about);
      });
    },
  };
}

/** The limit of a key, shared by all processes. Requests about new tickers get a part of it. */
function createLimits({ perMinute, time, store }: Pick<FmpOptions, 'perMinute' | 'time' | 'store'>) {
  const bucket: Bucket = createBucket({ perMinute, burst: Math.min(BURST, perMinute), time });
  const newcomers: Bucket = createBucket({
    perMinute: perMinute * NEW_SHARE,
    burst: Math.min(BURST * NEW_SHARE, perMinute),
    time,
  });
  return {
    rest: bucket.rest,
    /** Waits until a request is allowed. @throws MarketUnavailableError */
    async turn(isNew: boolean): Promise<void> {
      if (bucket.resting() === 0 && isNew) await newcomers.turn();
      await bucket.turn();
      if (!store) return;
      const window = Math.floor(time.now() / 60_000);
      if ((await store.count(`minute:${window}`, 120_000)) > perMinute)
        throw limitReached((window + 1) * 60_000 - time.now());
    },
  };
}

/** Returns a probe's error as an error about the ticker of the caller's request, so that its text names that ticker. */
function concerning(error: unknown, symbol: string): unknown {
  if (!(error instanceof MarketUnavailableError) || symbol === '') return error;
  const { problem, trouble, retryMs } = error;
  const { key } = problem;
  if (key !== 'UNAVAILABLE.network' && key !== 'UNAVAILABLE.data') return error;
  return new MarketUnavailableError(`${key}For`, { params: { symbol }, trouble, retryMs });
}

/** @param about the ticker of the request, or '' */
export function noData(about: string, trouble: Trouble): MarketUnavailableError {
  if (about === '') return new MarketUnavailableError('UNAVAILABLE.data', { trouble });
  return new MarketUnavailableError('UNAVAILABLE.dataFor', { params: { symbol: about }, trouble });
}

/**
 * Returns the row of `symbol` in a response; null for an empty list, which means an unknown ticker.
 * @throws MarketUnavailableError for a list without such a row
 */
export function oneOf<T extends { symbol: string }>(
  answer: unknown,
  symbol: string,
  read: (row: Record<string, unknown>) => T | null,
): T | null {
  const rows = listOf(answer, noData(symbol, 'shape'));
  const match = rows.map(read).find((each) => each?.symbol === symbol);
  if (!match && rows.length > 0) throw noData(symbol, 'shape');
  return match ?? null;
}

/** Returns the rows of a response. @throws `otherwise` when the response is no list of objects */
export function listOf(answer: unknown, otherwise: MarketUnavailableError): Record<string, unknown>[] {
  const rows = Array.isArray(answer) ? answer : null;
  if (!rows?.every((row) => typeof row === 'object' && row !== null)) throw otherwise;
  return rows as Record<string, unknown>[];
}
