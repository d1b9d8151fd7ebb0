/**
 * A cache of a provider's answers (stale while revalidate). Concurrent callers share one request, and with a store
 * all processes do. While the provider fails, callers get an outdated answer with its age.
 */
import { MarketUnavailableError, type Problem } from '../market.ts';
import { pause, type Time } from './request.ts';
import type { Store } from './store.ts';

/** `at`: when it was fetched, epoch ms. `problem`: why it is outdated; null for a fresh answer. */
export type CachedAnswer<T> = { value: T; at: number; problem: Problem | null };

export type Lookup<T> = {
  /** How long an answer is fresh, ms. A function gets the answer and when it was fetched. */
  freshMs: number | ((value: T, at: number) => number);
  /** How long an outdated answer is used while the provider fails, ms. */
  keepMs: number;
  /** @throws MarketUnavailableError */
  load(): Promise<T>;
  /** True when `load` itself uses the store, so that the cache does not. */
  alone?: boolean;
};

export type SwrCache = {
  /** Returns a fresh answer, or else an outdated one. @throws MarketUnavailableError without either */
  get<T>(key: string, lookup: Lookup<T>): Promise<CachedAnswer<T>>;
  /** Returns this process's entry, however old; null without one. */
  peek<T>(key: string): CachedAnswer<T> | null;
  /** Stores a value that another request returned. @param at when it was fetched, epoch ms */
  put<T>(key: string, value: T, at: number): void;
};

type Entry = {
  answer: { value: unknown; at: number } | null;
  loading: Promise<void> | null;
  error: unknown;
  failures: number;
  /** The next request may start at this instant, epoch ms. */
  restUntil: number;
};

/** A caller with an outdated answer waits this long at most for a new one, ms. */
export const PATIENCE_MS = 1_000;
/**
 * A failed load is retried after FIRST_REST_MS, then each time after twice as long, up to LONGEST_REST_MS. When the
 * provider asks for a longer pause, it gets up to a minute.
 */
const LONGEST_REST_MS = 5_000;
const FIRST_REST_MS = 500;
/**
 * A process has the right to load an answer for HOLD_MS. The other processes check every CHECK_MS whether the answer
 * has arrived.
 */
const HOLD_MS = 6_000;
const CHECK_MS = 50;

type Options = { time: Time; max: number; store?: Store | null };

/** @param options.max most entries; the least recently used is evicted */
export function createSwrCache(options: Options): SwrCache {
  const { time, max, store } = options;
  const entries = new Map<string, Entry>();

  function entryOf(key: string): Entry {
    const entry = entries.get(key) ?? { answer: null, loading: null, error: null, failures: 0, restUntil: 0 };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > max) entries.delete(entries.keys().next().value!);
    return entry;
  }

  async function refresh<T>(key: string, entry: Entry, lookup: Lookup<T>): Promise<void> {
    try {
      entry.answer = await loadOnce(options, key, lookup);
      entry.error = null;
      entry.failures = 0;
    } catch (error) {
      entry.error = error;
      const rest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** entry.failures++);
      const retryMs = error instanceof MarketUnavailableError ? (error.retryMs ?? 0) : 0;
      entry.restUntil = time.now() + Math.max(rest, Math.min(retryMs, 60_000));
      // another process may have stored an answer before the provider failed
      if (!lookup.alone) entry.answer ??= await readShared<T>(store, key);
    } finally {
      entry.loading = null;
    }
  }

  return {
    async get<T>(key: string, lookup: Lookup<T>): Promise<CachedAnswer<T>> {
      const entry = entryOf(key);
      const usable = () => {
        const answer = entry.answer as { value: T; at: number } | null;
        return answer && time.now() - answer.at < lookup.keepMs ? answer : null;
      };
      const cached = usable();
      if (cached && isFresh(time, lookup, cached)) return { ...cached, problem: null };
      if (!entry.loading && time.now() >= entry.restUntil) entry.loading = refresh(key, entry, lookup);
      if (entry.loading) {
        if (cached) await Promise.race([entry.loading, pause(time, PATIENCE_MS)]);
        else await entry.loading;
      }
      const answer = usable();
      if (!answer) throw entry.error ?? new MarketUnavailableError('UNAVAILABLE.prices');
      if (isFresh(time, lookup, answer)) return { ...answer, problem: null };
      return { ...answer, problem: problemOf(entry.error) };
    },
    peek: <T>(key: string) => {
      const answer = entries.get(key)?.answer as { value: T; at: number } | null | undefined;
      return answer ? { ...answer, problem: null } : null;
    },
    put(key, value, at) {
      entryOf(key).answer = { value, at };
    },
  };
}

const isFresh = <T>(time: Time, { freshMs }: Lookup<T>, { value, at }: { value: T; at: number }) =>
  time.now() - at < (typeof freshMs === 'function' ? freshMs(value, at) : freshMs);

async function readShared<T>(store: Options['store'], key: string): Promise<{ value: T; at: number } | null> {
  const text = await store?.read(key);
  if (!text) return null;
  try {
    return JSON.parse(text) as { value: T; at: number };
  } catch {
    return null;
  }
}

/** Returns an answer that another process has just loaded, or loads one. @throws MarketUnavailableError */
async function loadOnce<T>(
  { time, store }: Options,
  key: string,
  lookup: Lookup<T>,
): Promise<{ value: T; at: number }> {
  if (!store || lookup.alone) return { value: await lookup.load(), at: time.now() };
  const until = time.now() + HOLD_MS;
  const readFresh = async () => {
    const answer = await readShared<T>(store, key);
    return answer && isFresh(time, lookup, answer) ? answer : null;
  };
  for (;;) {
    const answer = await readFresh();
    if (answer) return answer;
    if (await store.lock(key, HOLD_MS)) break;
    // the process with the lock has died: load without the lock
    if (time.now() >= until) break;
    await pause(time, CHECK_MS);
  }
  try {
    // another process may have stored an answer before this one got the lock
    const stored = await readFresh();
    if (stored) return stored;
    const answer = { value: await lookup.load(), at: time.now() };
    await store.write(key, JSON.stringify(answer), lookup.keepMs);
    return answer;
  } finally {
    await store.unlock(key);
  }
}

const problemOf = (error: unknown): Problem =>
  error instanceof MarketUnavailableError ? error.problem : { key: 'UNAVAILABLE.slow' };
