import { ChooseLanguage } from '#core/contract/schemas/language.ts';
import { api } from '#framework/define.ts';
import { referrer } from '#framework/errors.tsx';
import { chooseLocale } from '#services/account/language.ts';

/** The language of this browser and, when somebody is signed in, of their account. */
export default api((app) =>
  app.post(
    '',
    async ({ body, request, user, services, reply }) =>
      reply.ok(
        { language: body.language },
        {
          headers: { 'set-cookie': await chooseLocale(services.sql, user, body.language) },
          form: { to: body.next ?? referrer(request) },
        },
      ),
    { access: 'public', limit: 'change', body: ChooseLanguage },
  ),
);
