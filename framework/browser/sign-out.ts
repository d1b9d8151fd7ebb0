/** Notices the sign-out of the page's reader. */

/** True once the sign-out form was sent: the session ends, so this page's further requests would be refused. */
export const isSigningOut = () => document.documentElement.dataset.signingOut === 'true';

/**
 * Watches for the sign-out form, independently of islands.
 * @param action address that the form is sent to
 * @param stored key in local storage whose value is removed with the session
 */
export function watchSignOut(action: string, stored: string): void {
  document.addEventListener('submit', ({ target }) => {
    if ((target as Element).getAttribute('action') !== action) return;
    document.documentElement.dataset.signingOut = 'true';
    try {
      localStorage.removeItem(stored);
    } catch {
      // the browser has no storage
    }
  });
  addEventListener('pageshow', () => {
    // Back restored the page: the session is over, and another user may have signed in
    if (isSigningOut()) location.reload();
  });
}
