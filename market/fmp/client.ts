/** Asks FMP: within its limits, at most five seconds long, every failure with a reason; and finds out which API the key reaches. */
import { MarketUnavailableError, type Trouble } from '../market.ts';
import type { Time } from '../provider/request.ts';
import { type Bucket, createBucket, get, limitReached, retryAfterMs } from '../provider/request.ts';
import type { Store } from '../provider/store.ts';
import { type FmpCall, type Generation, profileCall } from './api.ts';

export type FmpOptions = {
  baseUrl: string;
  apiKey: string;
  /** Requests the plan allows in a minute. */
  perMinute: number;
  time: Time;
  /** What all processes share. */
  store?: Store | null;
  /** Takes a sentence for the log. */
  warn(sentence: string): void;
};

export type FmpClient = {
  /**
   * The parsed answer.
   * @param about ticker the failure names
   * @param isNew nothing is known about it yet: such questions never use up what held symbols need
   * @throws MarketUnavailableError
   */
  ask(call: FmpCall, about: string, isNew?: boolean): Promise<unknown>;
  /**
   * Which API the key reaches: found out once.
   * @param about ticker the failure names
   * @throws MarketUnavailableError while it cannot be found out
   */
  generation(about?: string): Promise<Generation>;
  /** What `generation` found, null before. */
  known(): Generation | null;
};

/** 429 without Retry-After: rest this long, twice as long each time in a row, up to a minute. */
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;
/** A provider that asks for more than this is asked again earlier: it may have meant a day. */
const LONGEST_TOLD_MS = 15 * 60_000;
/** FMP allows few requests within a second, whatever a minute may hold. */
const BURST = 10;
/** Share of the limit that questions about something new may use: anybody can type any ticker. */
const NEW_SHARE = 0.7;
const PROBE_AGAIN_MS = 2_000;
/** A ticker that is surely there. */
export const PROBE_SYMBOL = 'AAPL';

export function createFmpClient(options: FmpOptions): FmpClient {
  const { baseUrl, apiKey, time, warn } = options;
  const limits = createLimits(options);
  let refusedInARow = 0;
  let found: Generation | null = null;
  let probing: Promise<Generation> | null = null;
  let probeFailed: { error: unknown; at: number } | null = null;

  function rest(headers: Headers): MarketUnavailableError {
    const retryMs = retryAfterMs(headers, time.now());
    const own = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** refusedInARow++);
    const ms = retryMs === null ? own : Math.min(LONGEST_TOLD_MS, Math.max(retryMs, 1_000));
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
      const refused = [401, 402, 403, 404].includes(status);
      throw noData(about, refused ? 'refused' : 'status');
    }
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      throw new MarketUnavailableError('UNAVAILABLE.json', { trouble: 'json' });
    }
  }

  /** Whether the API of this generation serves our key; throws when that cannot be found out. */
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
    known: () => found,
    async generation(about = '') {
      if (found) return found;
      if (probeFailed && time.now() - probeFailed.at < PROBE_AGAIN_MS)
        throw concerning(probeFailed.error, about);
      probing ??= probe()
        .then((generation) => (found = generation))
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

/** The limits of a key: all processes use one, and questions about something new only get a share of it. */
function createLimits({ perMinute, time, store }: Pick<FmpOptions, 'perMinute' | 'time' | 'store'>) {
  const bucket: Bucket = createBucket({ perMinute, burst: Math.min(BURST, perMinute), time });
  const newcomers: Bucket = createBucket({
    perMinute: perMinute * NEW_SHARE,
    burst: Math.min(BURST * NEW_SHARE, perMinute),
    time,
  });
  return {
    rest: bucket.rest,
    /** Waits for leave to ask. @throws MarketUnavailableError */
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

/** The error of the probe, named after the ticker that the waiting caller asked about. */
function concerning(error: unknown, symbol: string): unknown {
  if (!(error instanceof MarketUnavailableError) || symbol === '') return error;
  const { problem, trouble, retryMs } = error;
  const { key } = problem;
  if (key !== 'UNAVAILABLE.network' && key !== 'UNAVAILABLE.data') return error;
  return new MarketUnavailableError(`${key}For`, { params: { symbol }, trouble, retryMs });
}

/** @param about the ticker that was asked about, if it was one */
export function noData(about: string, trouble: Trouble): MarketUnavailableError {
  if (about === '') return new MarketUnavailableError('UNAVAILABLE.data', { trouble });
  return new MarketUnavailableError('UNAVAILABLE.dataFor', { params: { symbol: about }, trouble });
}

/**
 * What an answer about one ticker says: the first row that can be read. An empty list means nobody knows the ticker:
 * null.
 * @throws MarketUnavailableError when there are rows and none of them can be read
 */
export function oneOf<T extends { symbol: string }>(
  answer: unknown,
  symbol: string,
  read: (row: Record<string, unknown>) => T | null,
): T | null {
  const rows = listOf(answer, noData(symbol, 'shape'));
  const found = rows.map(read).find((each) => each?.symbol === symbol);
  if (!found && rows.length > 0) throw noData(symbol, 'shape');
  return found ?? null;
}

/** The rows of an answer that must be a list. @throws `otherwise` */
export function listOf(answer: unknown, otherwise: MarketUnavailableError): Record<string, unknown>[] {
  const rows = Array.isArray(answer) ? answer : null;
  if (!rows?.every((row) => typeof row === 'object' && row !== null)) throw otherwise;
  return rows as Record<string, unknown>[];
}
