/** Shows a link to the sign-in page after a call without a session. The code is fetched at that moment. */
import { keepTyped } from '#framework/browser/typed-text.ts';
import { editedFields, type SignedOutTexts } from './nav-status.ts';
import { pushToast } from './toasts.ts';

/** Returns the address of this page, which opens the order ticket if it is open now. */
function returnPath(): string {
  const ticket = document.querySelector<HTMLElement>('.chart-ticket');
  const url = new URL(location.href);
  if (ticket) url.searchParams.set('ticket', ticket.dataset.closing === undefined ? 'open' : 'close');
  return url.pathname + url.search;
}

const signInHref = () => `/auth?next=${encodeURIComponent(returnPath())}`;
const keepForReturn = () => keepTyped(editedFields, returnPath());

/** Goes to the sign-in page, which leads back here. */
export function leaveToSignIn(): void {
  keepForReturn();
  location.assign(signInHref());
}

let isSaid = false;

/** Shows the link to the sign-in page after each change that is refused, but only once for requests that only read. */
export function pushSignedOut({ link, ...said }: SignedOutTexts, method: string): void {
  if (method === 'GET' && isSaid) return;
  isSaid = true;
  const action = { label: link, href: signInHref(), run: keepForReturn };
  pushToast({ kind: 'info', ...said, action });
}
