/** What is remembered of the user in local storage, for display only; the cookie is what counts. */
export const AUTH_DATA = 'auth-data';

/** True once the sign-out form was sent: whatever the page asks for now is refused. */
export const isSigningOut = () => document.documentElement.dataset.signingOut === 'true';

/** Sees the sign-out form being sent, whichever islands are awake by then. */
export function watchSignOut(): void {
  document.addEventListener('submit', ({ target }) => {
    if ((target as Element).getAttribute('action') !== '/api/logout') return;
    document.documentElement.dataset.signingOut = 'true';
    try {
      localStorage.removeItem(AUTH_DATA);
    } catch {
      // a browser that keeps no storage
    }
  });
  addEventListener('pageshow', () => {
    // taken out of the browser's memory as it was left: half awake, and perhaps somebody else's by now
    if (isSigningOut()) location.reload();
  });
}
