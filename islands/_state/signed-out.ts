/** What a page does once a call has found no session: it shows the way to the login and back. Fetched then. */
import { keepTyped } from '#framework/browser/typed-text.ts';
import type { SignedOutTexts } from './nav-status.ts';
import { pushToast } from './toasts.ts';
import { editedFields } from './typing.ts';

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

/** Shows the way to the login: at each thing the reader sends, once for what the page reads by itself. */
export function pushSignedOut({ link, ...said }: SignedOutTexts, method: string): void {
  if (method === 'GET' && isSaid) return;
  isSaid = true;
  const action = { label: link, href: signInHref(), run: keepForReturn };
  pushToast({ kind: 'info', ...said, action });
}
