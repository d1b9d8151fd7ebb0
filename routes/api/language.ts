import { ChooseLanguage } from '#core/wire/language.ts';
import { api } from '#server/define.ts';
import { referrer } from '#server/errors.tsx';
import { chooseLocale } from '#server/language.ts';

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
