import { MESSAGES } from '#core/contract/messages.ts';
import type { AppError } from '#core/refusals/refusals.ts';
import { textsOf } from '#framework/failure.ts';
import { cookieCheck, type Reply } from '#framework/http/response.ts';
import { provePath } from '../prove-path.ts';

const REASONS = {
  off: 'messages:discordOff',
  denied: 'messages:discordDenied',
  forged: 'messages:discordForged',
  expired: 'messages:discordExpired',
  other: 'messages:discordOther',
  failed: 'messages:discordFailed',
} as const;

/**
 * Leads back to the entrance with a message and keeps the page the reader came for.
 * @param why a refusal may say it itself @param isProof a signed-in reader goes back to the proof instead
 */
export function refusedSignIn(
  request: Request,
  reply: Reply,
  why: keyof typeof REASONS | AppError,
  next: string,
  cookie?: string,
  isProof = false,
): Response {
  const entrance = next === '/' ? '/auth' : `/auth?next=${encodeURIComponent(next)}`;
  const to = isProof ? provePath(next) : cookieCheck(request, entrance);
  const message = typeof why === 'string' ? { key: REASONS[why] } : textsOf(why);
  const flash = { kind: 'error' as const, title: { key: MESSAGES.loginFailed.title }, message };
  return reply.go(to, flash, cookie ? { 'set-cookie': cookie } : {});
}
