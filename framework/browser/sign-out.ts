/** True once the sign-out form was sent: from then on the server refuses requests of this page. */
export const isSigningOut = () => document.documentElement.dataset.signingOut === 'true';

/**
 * Watches for the sign-out form, independently of islands.
 * @param action where the form is sent to
 * @param stored the key in local storage that goes with the session
 */
export function watchSignOut(action: string, stored: string): void {
  document.addEventListener('submit', ({ target }) => {
    if ((target as Element).getAttribute('action') !== action) return;
    document.documentElement.dataset.signingOut = 'true';
    try {
      localStorage.removeItem(stored);
    } catch {
      // a browser without storage
    }
  });
  addEventListener('pageshow', () => {
    // restored by Back: the session is over and may be another user's
    if (isSigningOut()) location.reload();
  });
}
