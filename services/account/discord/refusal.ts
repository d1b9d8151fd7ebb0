import type { AppError } from '#core/contract/errors.ts';
import { MESSAGES } from '#core/contract/sentences.ts';
import type { Reply } from '#framework/http/reply.ts';

const SENTENCES = {
  off: { message: 'Signing in with Discord is not available here.' },
  denied: { message: 'You did not let Discord sign you in.' },
  forged: { message: 'This sign-in was not begun in this browser, or it is over. Please try again.' },
  failed: { message: 'Discord did not answer as it should. Please try again later.' },
} as const;

/** Back to the entrance with a sentence; the page one came for is kept. @param why a refusal may say it itself */
export function refusedSignIn(
  reply: Reply,
  why: keyof typeof SENTENCES | AppError,
  next: string,
  cookie?: string,
): Response {
  const to = next === '/' ? '/auth' : `/auth?next=${encodeURIComponent(next)}`;
  const { message } = typeof why === 'string' ? SENTENCES[why] : why;
  const flash = { kind: 'error' as const, title: MESSAGES.loginFailed.title, message };
  return reply.go(to, flash, cookie ? { 'set-cookie': cookie } : {});
}
