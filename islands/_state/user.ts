/** Who this browser is signed in as, kept in local storage for display only; the cookie is what counts. */

export const AUTH_DATA = 'auth-data';
/** How often the server is asked while a page stays open (SPEC.md section 9). */
export const REFRESH_MS = 3_600_000;
/** A page whose session is over waits this long, then leads to the sign-in page. */
export const LEAVE_MS = 1_000;

/**
 * Keeps `auth-data` true while a signed-in page is open, and leaves the page when the session is over.
 * @param leave goes to another page
 * @returns a function that ends it
 */
export function watchUser(leave = (to: string) => location.assign(to)): () => void {
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const read = async () => {
    const response = await fetch('/api/user', { headers: { accept: 'application/json' } }).catch(() => null);
    if (response?.ok) return store(await response.json());
    if (response?.status !== 401) return;
    console.warn('The session is over.');
    store(null);
    const next = encodeURIComponent(location.pathname + location.search);
    leaving ??= setTimeout(() => leave(`/auth?next=${next}`), LEAVE_MS);
  };
  const onSubmit = ({ target }: Event) => {
    if (target instanceof HTMLFormElement && target.getAttribute('action') === '/api/logout') store(null);
  };
  void read();
  const timer = setInterval(read, REFRESH_MS);
  document.addEventListener('submit', onSubmit);
  return () => {
    clearInterval(timer);
    clearTimeout(leaving);
    document.removeEventListener('submit', onSubmit);
  };
}

function store(user: { id: number; isAdmin: boolean; balance: string } | null): void {
  try {
    if (user) {
      const { id, isAdmin, balance } = user;
      localStorage.setItem(AUTH_DATA, JSON.stringify({ id, isAdmin, balance }));
    } else localStorage.removeItem(AUTH_DATA);
  } catch {
    // a browser that keeps no storage shows what the server drew
  }
}
