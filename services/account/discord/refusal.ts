import type { AppError } from '#core/contract/errors.ts';
import { MESSAGES } from '#core/contract/messages.ts';
import { textsOf } from '#framework/failure.ts';
import type { Reply } from '#framework/http/reply.ts';

const REASONS = {
  off: 'messages:discordOff',
  denied: 'messages:discordDenied',
  forged: 'messages:discordForged',
  failed: 'messages:discordFailed',
} as const;

/** Back to the entrance with a message; the page one came for is kept. @param why a refusal may say it itself */
export function refusedSignIn(
  reply: Reply,
  why: keyof typeof REASONS | AppError,
  next: string,
  cookie?: string,
): Response {
  const to = next === '/' ? '/auth' : `/auth?next=${encodeURIComponent(next)}`;
  const message = typeof why === 'string' ? { key: REASONS[why] } : textsOf(why);
  const flash = { kind: 'error' as const, title: { key: MESSAGES.loginFailed.title }, message };
  return reply.go(to, flash, cookie ? { 'set-cookie': cookie } : {});
}
