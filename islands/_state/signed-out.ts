/** Shows the link to the login and back after a call without a session. Fetched at that moment. */
import { keepTyped } from '#framework/browser/typed-text.ts';
import { editedFields, type SignedOutTexts } from './nav-status.ts';
import { pushToast } from './toasts.ts';

/** This page, with the order ticket open where it is. */
function returnPath(): string {
  const ticket = document.querySelector<HTMLElement>('.chart-ticket');
  const url = new URL(location.href);
  if (ticket) url.searchParams.set('ticket', ticket.dataset.closing === undefined ? 'open' : 'close');
  return url.pathname + url.search;
}

const signInHref = () => `/auth?next=${encodeURIComponent(returnPath())}`;
const keepForReturn = () => keepTyped(editedFields, returnPath());

/** Leaves for the login page, which leads back here. */
export function leaveToSignIn(): void {
  keepForReturn();
  location.assign(signInHref());
}

let isSaid = false;

/** Shows the link to the login: for each thing the reader sends, and once for the page's own reads. */
export function pushSignedOut({ link, ...said }: SignedOutTexts, method: string): void {
  if (method === 'GET' && isSaid) return;
  isSaid = true;
  const action = { label: link, href: signInHref(), run: keepForReturn };
  pushToast({ kind: 'info', ...said, action });
}
