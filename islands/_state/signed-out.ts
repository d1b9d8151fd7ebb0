/** Shows a link to the sign-in page after a call without a session. The code is fetched at that moment. */
import { keepTyped } from '#framework/browser/typed-text.ts';
import { editedFields, type SignedOutTexts } from './nav-status.ts';
import { pushToast } from './toasts.ts';

/** Returns this page's address, with `ticket` set while the order ticket is open. */
function returnPath(): string {
  const ticket = document.querySelector<HTMLElement>('.chart-ticket');
  const url = new URL(location.href);
  if (ticket) url.searchParams.set('ticket', ticket.dataset.closing === undefined ? 'open' : 'close');
  return url.pathname + url.search;
}

const signInHref = () => `/auth?next=${encodeURIComponent(returnPath())}`;
const keepForReturn = () => keepTyped(editedFields, returnPath());

/** Stores the typed texts and goes to the sign-in page, which leads back here. */
export function leaveToSignIn(): void {
  keepForReturn();
  location.assign(signInHref());
}

let isSaid = false;

/**
 * Shows a toast with a link to the sign-in page: for every refused change, and for a refused GET unless the page has
 * already shown this toast.
 */
export function pushSignedOut({ link, ...said }: SignedOutTexts, method: string): void {
  if (method === 'GET' && isSaid) return;
  isSaid = true;
  const action = { label: link, href: signInHref(), run: keepForReturn };
  pushToast({ kind: 'info', ...said, action });
}
