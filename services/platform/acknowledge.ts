import type { TranslationKey } from '#build/i18n.gen.ts';
import type { Text } from '#framework/failure.ts';
import type { Reply } from '#framework/http/response.ts';
import type { Translate } from '#framework/page.tsx';

/** Returns a flash about something that was done. */
export const successText = (message: TranslationKey | Text, title: TranslationKey = 'messages:success') => ({
  kind: 'success' as const,
  title: { key: title },
  message: typeof message === 'string' ? { key: message } : message,
});

/** Responds with a message. A form is redirected to `to`, which shows it as a flash. */
export function acknowledge(
  { reply, t }: { reply: Reply<{ message: string }>; t: Translate },
  key: TranslationKey,
  to: string,
  headers?: HeadersInit,
): Response {
  return reply.ok({ message: t(key) }, { form: { to, flash: successText(key) }, headers });
}
