/**
 * Answers of a provider, cached for everybody: one request however many ask, an older answer with its age while the
 * provider is in trouble, and with a store one request for all processes.
 */
import { MarketUnavailableError, type Problem } from '../market.ts';
import { pause, type Time } from './request.ts';
import type { Store } from './store.ts';

/** An answer. `at`: when it was fetched, epoch ms. `problem`: why it is older than it should be, or null. */
export type CachedAnswer<T> = { value: T; at: number; problem: Problem | null };

export type Lookup<T> = {
  /** How long an answer serves before the provider is asked again, ms; may depend on it and on when it came. */
  freshMs: number | ((value: T, at: number) => number);
  /** How long it serves while the provider is in trouble, ms. */
  keepMs: number;
  /** @throws MarketUnavailableError */
  load(): Promise<T>;
  /** Not shared with other processes: the load does that itself. */
  alone?: boolean;
};

export type SwrCache = {
  /** @throws MarketUnavailableError when there is no answer, not even an old one */
  get<T>(key: string, lookup: Lookup<T>): Promise<CachedAnswer<T>>;
  /** What is kept in this process, however old. */
  peek<T>(key: string): CachedAnswer<T> | null;
  /** Keeps what was learnt on the way. @param at when it was fetched, epoch ms */
  put<T>(key: string, value: T, at: number): void;
};

type Entry = {
  answer: { value: unknown; at: number } | null;
  loading: Promise<void> | null;
  error: unknown;
  failures: number;
  /** Not asked again before, epoch ms. */
  restUntil: number;
};

/** With an older answer at hand nobody waits longer than this for a new one. */
export const PATIENCE_MS = 1_000;
/** A failed load is tried again after half a second, then after twice as long each time, up to this. */
const LONGEST_REST_MS = 5_000;
const FIRST_REST_MS = 500;
/** A process that loads for all has this long; the others look whether it is done this often. */
const HOLD_MS = 6_000;
const LOOK_MS = 50;

/** @param options.max keys kept; the one used longest ago goes first */
export function createSwrCache(options: { time: Time; max: number; store?: Store | null }): SwrCache {
  const { time, max, store } = options;
  const entries = new Map<string, Entry>();

  function entryOf(key: string): Entry {
    const entry = entries.get(key) ?? { answer: null, loading: null, error: null, failures: 0, restUntil: 0 };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > max) entries.delete(entries.keys().next().value!);
    return entry;
  }

  const isFresh = <T>({ freshMs }: Lookup<T>, { value, at }: { value: T; at: number }) =>
    time.now() - at < (typeof freshMs === 'function' ? freshMs(value, at) : freshMs);

  async function shared<T>(key: string): Promise<{ value: T; at: number } | null> {
    const text = await store?.read(key);
    if (!text) return null;
    try {
      return JSON.parse(text) as { value: T; at: number };
    } catch {
      return null;
    }
  }

  async function loadOnce<T>(key: string, lookup: Lookup<T>): Promise<{ value: T; at: number }> {
    if (!store || lookup.alone) return { value: await lookup.load(), at: time.now() };
    const until = time.now() + HOLD_MS;
    for (;;) {
      const known = await shared<T>(key);
      if (known && isFresh(lookup, known)) return known;
      if (await store.lock(key, HOLD_MS)) break;
      // its holder died without a word: this process loads for itself
      if (time.now() >= until) break;
      await pause(time, LOOK_MS);
    }
    try {
      const made = { value: await lookup.load(), at: time.now() };
      await store.write(key, JSON.stringify(made), lookup.keepMs);
      return made;
    } finally {
      await store.unlock(key);
    }
  }

  async function refresh<T>(key: string, entry: Entry, lookup: Lookup<T>): Promise<void> {
    try {
      entry.answer = await loadOnce(key, lookup);
      entry.error = null;
      entry.failures = 0;
    } catch (error) {
      entry.error = error;
      const rest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** entry.failures++);
      const retryMs = error instanceof MarketUnavailableError ? (error.retryMs ?? 0) : 0;
      entry.restUntil = time.now() + Math.max(rest, Math.min(retryMs, 60_000));
      // another process may have been luckier before the trouble began
      if (!lookup.alone) entry.answer ??= await shared<T>(key);
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
      const known = usable();
      if (known && isFresh(lookup, known)) return { ...known, problem: null };
      if (!entry.loading && time.now() >= entry.restUntil) entry.loading = refresh(key, entry, lookup);
      if (entry.loading) {
        if (known) await Promise.race([entry.loading, pause(time, PATIENCE_MS)]);
        else await entry.loading;
      }
      const now = usable();
      if (!now) throw entry.error ?? new MarketUnavailableError('UNAVAILABLE.prices');
      if (isFresh(lookup, now)) return { ...now, problem: null };
      return { ...now, problem: problemOf(entry.error) };
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

const problemOf = (error: unknown): Problem =>
  error instanceof MarketUnavailableError ? error.problem : { key: 'UNAVAILABLE.slow' };
