/** Updates the signed-in user of this browser in local storage while a page is open. */
import { AUTH_DATA } from '#core/account/preferences.ts';
import { type Answer, call, HttpError } from '#core/contract/call.ts';
import { learnFromAnswer, learnFromPage } from '#framework/browser/server-clock.ts';
import { isSigningOut } from '#framework/browser/sign-out.ts';
import { close, onSignedOut } from './socket.ts';

/** The interval of requests while a page is open, ms. */
export const REFRESH_MS = 3_600_000;
/** The delay before a page without a session goes to the sign-in page, ms. */
export const LEAVE_MS = 1_000;
/** A response older than this is refreshed when the window gets the focus, ms. */
const STALE_MS = 300_000;

export type User = Pick<Answer<'GET /api/user'>, 'id' | 'isAdmin' | 'balance'>;

/** Id of the page data with the user, on pages whose scripts read the balance. */
export const PAGE_USER = 'page-user';

/**
 * The user in the page data, as JSON within a string, because a slot holds it. `renderedAt`: epoch ms of the server.
 */
export type PageUser = User & { renderedAt: number };

/** Returns the user in the page data, and learns the server's time from it; null on pages without one. */
function readPageUser(): User | null {
  const text = document.getElementById(PAGE_USER)?.textContent;
  if (!text) return null;
  const { renderedAt, ...user } = JSON.parse(JSON.parse(text)) as PageUser;
  learnFromPage(renderedAt);
  return user;
}

/** `fetch` that also learns the server's time from the response. */
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
 * Updates `auth-data` while a member's page is open, and leaves the page once the session is over. A page without the
 * user in its data requests the user at once. The query client makes the later requests: every hour, at a focus, after
 * a failure.
 * @param leave goes to the sign-in page
 * @param reload loads the page again, for another account that signed in in another tab
 * @returns a function that stops
 */
export function watchUser(
  leave: () => unknown = () =>
    void import('./signed-out.ts').then(
      ({ leaveToSignIn }) => leaveToSignIn(),
      // without that code a reload leads there too: the server redirects a page without a session
      () => location.reload(),
    ),
  reload: () => unknown = () => location.reload(),
): () => void {
  const began = Date.now();
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const until = new AbortController();
  const { signal } = until;
  let query: Promise<{ check(): void; stop(): void }> | undefined;

  function take(user: User | null): void {
    store(user);
    // the page shows the previous account's money, but its forms would act for this one
    if (user && first && user.id !== first.id) reload();
    if (user) return;
    console.warn('The session is over.');
    leaving ??= setTimeout(leave, LEAVE_MS);
  }
  /** Lets TanStack make the further requests: at a focus when the data is stale, every hour, and after failures. */
  function observe(firstUser: User | undefined): typeof query {
    query ??= import('./query-client.ts').then(({ observeUser }) =>
      observeUser({ known: firstUser, since: began, take }),
    );
    return query;
  }

  let first: User | undefined;
  const begin = (user: User | null) => {
    if (signal.aborted) return;
    first = user ?? undefined;
    take(user);
  };
  if (isSigningOut()) until.abort();
  const pageUser = readPageUser();
  if (pageUser) begin(pageUser);
  else
    fetchUser(signal).then(begin, () => {
      if (!signal.aborted) observe(undefined);
    });
  const check = () => void observe(first)?.then((observed) => observed.check());
  const onFocus = () => {
    if (document.visibilityState === 'visible' && Date.now() - began > STALE_MS) observe(first);
  };
  // a page from the back/forward cache may predate a sign-out
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
      localStorage.setItem(AUTH_DATA, JSON.stringify(user, ['id', 'isAdmin', 'balance']));
      // rejects when the storage is full
      switchAccountKeys(user.id).catch(() => {});
    } else localStorage.removeItem(AUTH_DATA);
  } catch {
    // without storage the page shows what the server rendered
  }
}

/** Key in local storage: the id of the account to which the values under ACCOUNT_KEYS (move-keys.ts) belong. */
const OWNER_KEY = 'keys-of';

/**
 * Assigns the switches in local storage to an account. After another account, move-keys.ts stores that account's values
 * under other keys, restores this account's values, and dispatches a `storage` event. A browser with one account never
 * fetches move-keys.ts.
 */
export async function switchAccountKeys(userId: number): Promise<void> {
  const previousId = localStorage.getItem(OWNER_KEY);
  const nextId = String(userId);
  if (previousId === nextId) return;
  // values without an owner belong to the first account that signs in
  if (previousId === null) return localStorage.setItem(OWNER_KEY, nextId);
  const code = await import('./move-keys.ts').catch(() => null);
  // when the code did not load, the next page moves the switches; another tab may have moved them already
  if (!code || localStorage.getItem(OWNER_KEY) !== previousId) return;
  localStorage.setItem(OWNER_KEY, nextId);
  code.moveKeys(previousId, nextId);
}
