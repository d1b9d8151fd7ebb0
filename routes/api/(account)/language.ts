import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { referrer } from '#framework/errors.tsx';
import { chooseLocale } from '#services/account/entered-path.ts';

/** Sets the language of this browser and of the signed-in account. The contact form gets its typed texts back. */
export default handle(endpoints.language, async ({ body, request, user, services, reply }) => {
  const { language, next, purpose: _purpose, website: _website, intent: _intent, ...typed } = body;
  const values = Object.fromEntries(Object.entries(typed).filter(([, value]) => value));
  const title = { key: 'contact:languageSet' } as const;
  const isTyped = Object.keys(values).length > 0;
  const flash = isTyped ? { kind: 'success' as const, title, message: [], values } : undefined;
  const headers = { 'set-cookie': await chooseLocale(services.sql, user, language) };
  return reply.ok({ language }, { headers, form: { to: next ?? referrer(request), flash } });
});
