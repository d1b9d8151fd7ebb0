/** Who this browser is signed in as, kept in local storage while a page is open. */
import { type Answer, call, HttpError } from '#core/contract/call.ts';
import { learnFromAnswer } from '#framework/browser/server-clock.ts';
import { isSigningOut } from '#framework/browser/sign-out.ts';
import { AUTH_DATA, switchAccountKeys } from './account-keys.ts';
import { close, onSignedOut } from './socket.ts';

/** How often the server is asked while a page stays open. */
export const REFRESH_MS = 3_600_000;
/** A page whose session is over waits this long, then leads to the sign-in page. */
export const LEAVE_MS = 1_000;
/** How old the answer may be before a look at the window asks again. */
const STALE_MS = 300_000;

export type User = Answer<'GET /api/user'>;

/** Each answer says what time it is on the server. */
async function timedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  learnFromAnswer(response);
  return response;
}

/** GET /api/user: nobody is an answer too. @throws when there is none */
export async function fetchUser(signal?: AbortSignal): Promise<User | null> {
  return await call('GET /api/user', {}, { signal, fetch: timedFetch }).catch((error) => {
    if (error instanceof HttpError && error.status === 401) return null;
    throw error;
  });
}

/**
 * Keeps `auth-data` true while a signed-in page is open, and leaves the page when the session is over. The first
 * answer is plain; whatever comes later (an hour, a focus, a failure) goes by the query rules.
 * @param leave goes to another page
 * @returns a function that ends it
 */
export function watchUser(
  leave: (to: string) => unknown = (to) =>
    void import('./signed-out.ts').then(
      ({ leaveToSignIn }) => leaveToSignIn(),
      () => location.assign(to),
    ),
): () => void {
  const began = Date.now();
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const until = new AbortController();
  const { signal } = until;
  let query: Promise<{ check(): void; stop(): void }> | undefined;

  function take(user: User | null): void {
    store(user);
    if (user) return;
    console.warn('The session is over.');
    const next = encodeURIComponent(location.pathname + location.search);
    leaving ??= setTimeout(() => leave(`/auth?next=${next}`), LEAVE_MS);
  }
  /** From here on TanStack asks: when stale and looked at, every hour, and after failures. */
  function observe(known: User | undefined): typeof query {
    query ??= import('./user-query.ts').then(({ observeUser }) => observeUser({ known, since: began, take }));
    return query;
  }

  let first: User | undefined;
  if (isSigningOut()) until.abort();
  fetchUser(signal).then(
    (user) => {
      if (signal.aborted) return;
      first = user ?? undefined;
      take(user);
    },
    () => void (signal.aborted || observe(undefined)),
  );
  const check = () => void observe(first)?.then((found) => found.check());
  const onFocus = () => {
    if (document.visibilityState === 'visible' && Date.now() - began > STALE_MS) observe(first);
  };
  // a page taken out of the browser's memory may be older than a sign-out
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && check();
  const onSubmit = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== '/api/logout') return;
    // this page is leaving by itself: what it still asks for would only be refused
    until.abort();
    unlisten();
    close();
  };
  const hour = setTimeout(() => observe(first), REFRESH_MS);
  const unlisten = onSignedOut(check);
  window.addEventListener('focus', onFocus, { signal });
  document.addEventListener('visibilitychange', onFocus, { signal });
  window.addEventListener('pageshow', onShow, { signal });
  document.addEventListener('submit', onSubmit, { signal });
  return () => {
    until.abort();
    clearTimeout(hour);
    clearTimeout(leaving);
    unlisten();
    query?.then((found) => found.stop());
  };
}

function store(user: User | null): void {
  try {
    if (user) {
      const { id, isAdmin, balance } = user;
      localStorage.setItem(AUTH_DATA, JSON.stringify({ id, isAdmin, balance }));
      switchAccountKeys(id);
    } else localStorage.removeItem(AUTH_DATA);
  } catch {
    // a browser that keeps no storage shows what the server drew
  }
}
