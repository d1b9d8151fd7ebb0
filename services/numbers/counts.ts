/** Counts events by day, without personal data. Each process adds its counts to the database at an interval. */
import { zonedDay } from '#core/locale/zone.ts';
import { type CountedName, isVisit } from '#core/numbers/figures.ts';
import type { Sql } from '#db/client.ts';
import { addCounts } from '#db/queries/numbers.ts';
import { readCookie } from '#framework/http/cookies.ts';
import { SESSION_COOKIES } from '../account/sessions.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { languages } from '../platform/say.ts';
import type { Settings } from '../platform/settings.ts';

const FLUSH_MS = 5_000;

export type Counts = ReturnType<typeof createCounts>;

const SHARED = /[?&]via=share(&|$)/;

type Deps = { sql: Sql; clock: Clock; log: Pick<Log, 'warn'>; settings: Pick<Settings, 'contestZone'> };

export function createCounts({ sql, clock, log, settings }: Deps) {
  let waiting = new Map<string, { day: string; event: CountedName; n: number }>();
  let flushing: Promise<void> = Promise.resolve();

  function add(event: CountedName): void {
    const day = zonedDay(clock.now(), settings.contestZone);
    const key = `${day} ${event}`;
    waiting.set(key, { day, event, n: (waiting.get(key)?.n ?? 0) + 1 });
  }

  async function write(): Promise<void> {
    const batch = waiting;
    waiting = new Map();
    try {
      await addCounts(sql, [...batch.values()]);
    } catch (err) {
      log.warn({ err }, 'counts could not be stored, they are kept for the next time');
      for (const [key, count] of batch)
        waiting.set(key, { ...count, n: count.n + (waiting.get(key)?.n ?? 0) });
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(write);
    return flushing;
  }

  const timer = setInterval(() => {
    if (waiting.size > 0) void flush();
  }, FLUSH_MS).unref();

  return {
    add,
    flush,

    /** Counts a click, unless a program sent the request. */
    click(request: Request, event: CountedName): void {
      if (isVisit(request)) add(event);
    },

    /** Counts a visitor's landing page, and a page opened by a shared link, when a person opened it with status 200. */
    visit(request: Request, { route, status }: { route: string | null; status: number }): void {
      const isLanding = route !== null && languages.split(route)[1] === '/';
      if (status !== 200 || (!isLanding && !request.url.includes('via=share'))) return;
      if (!isVisit(request) || !request.headers.get('accept')?.includes('text/html')) return;
      if (isLanding && SESSION_COOKIES.every((name) => readCookie(request, name) === null)) add('landing');
      if (SHARED.test(request.url)) add('share');
    },

    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}
