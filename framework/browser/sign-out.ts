/** True once the sign-out form was sent: whatever the page asks for now is refused. */
export const isSigningOut = () => document.documentElement.dataset.signingOut === 'true';

/**
 * Sees the sign-out form being sent, whichever islands are awake by then.
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
      // a browser that keeps no storage
    }
  });
  addEventListener('pageshow', () => {
    // taken out of the browser's memory as it was left: half awake, and perhaps somebody else's by now
    if (isSigningOut()) location.reload();
  });
}
