/** The user this browser is signed in as, in local storage while a page is open. */
import { type Answer, call, HttpError } from '#core/contract/call.ts';
import { learnFromAnswer } from '#framework/browser/server-clock.ts';
import { isSigningOut } from '#framework/browser/sign-out.ts';
import { AUTH_DATA, switchAccountKeys } from './account-keys.ts';
import { close, onSignedOut } from './socket.ts';

/** Interval of requests while a page stays open, ms. */
export const REFRESH_MS = 3_600_000;
/** Delay before a page without a session goes to the sign-in page, ms. */
export const LEAVE_MS = 1_000;
/** An older response is refreshed when the window gets the focus, ms. */
const STALE_MS = 300_000;

export type User = Answer<'GET /api/user'>;

/** `fetch` that also sets the clock by the response. */
async function timedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  learnFromAnswer(response);
  return response;
}

/** Returns the signed-in user; null without a session. @throws when the request fails */
export async function fetchUser(signal?: AbortSignal): Promise<User | null> {
  return await call('GET /api/user', {}, { signal, fetch: timedFetch }).catch((error) => {
    if (error instanceof HttpError && error.status === 401) return null;
    throw error;
  });
}

/**
 * Keeps `auth-data` up to date while a member's page is open, and leaves the page when the session is over. The first request is
 * a plain one; later ones (each hour, at a focus, after a failure) follow the rules of queries.
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
  /** Hands over to TanStack, which asks when stale and focused, every hour, and after failures. */
  function observe(firstUser: User | undefined): typeof query {
    query ??= import('./query-client.ts').then(({ observeUser }) =>
      observeUser({ known: firstUser, since: began, take }),
    );
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
    () => {
      if (!signal.aborted) observe(undefined);
    },
  );
  const check = () => void observe(first)?.then((observed) => observed.check());
  const onFocus = () => {
    if (document.visibilityState === 'visible' && Date.now() - began > STALE_MS) observe(first);
  };
  // a page from the back/forward cache may be older than a sign-out
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) check();
  };
  const onSubmit = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== '/api/logout') return;
    // the sign-out ends the session: further requests would be refused
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
    query?.then((observed) => observed.stop());
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
    // without storage the page shows what the server rendered
  }
}
