/** Refuses actions of users who are suspended, must change their name or are leaving. They may read, export, use the contact form and leave. */
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';

/** What they may call all the same. */
const OPEN = [
  ...['/api/login', '/api/logout', '/api/register', '/api/language', '/api/contact', '/api/forgot'],
  ...['/api/password', '/api/prove-password', '/api/reset-password', '/api/recover', '/api/recovery-codes'],
  ...['/api/email', '/api/sessions', '/api/account'],
];

/** @throws SUSPENDED, NEW_NAME_NEEDED, ACCOUNT_LEAVING */
export function demandFreedom(request: Request, user: Pick<SessionUser, 'restriction'> | null): void {
  const restriction = user?.restriction;
  if (!restriction || request.method === 'GET' || request.method === 'HEAD') return;
  const { pathname } = new URL(request.url);
  if (OPEN.some((path) => pathname === path || pathname.startsWith(`${path}/`))) return;
  if (restriction.kind === 'leaving') throw fail('ACCOUNT_LEAVING');
  const why = restriction.reason;
  if (restriction.kind === 'newName') throw fail('NEW_NAME_NEEDED', { params: { why } });
  if (restriction.until === null) throw fail('SUSPENDED', { params: { why } });
  const day = new Date(restriction.until).toISOString().slice(0, 10);
  throw fail('SUSPENDED.until', { params: { why, day } });
}
