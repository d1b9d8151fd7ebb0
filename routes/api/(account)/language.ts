import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { referrer } from '#framework/errors.tsx';
import { chooseLocale } from '#services/account/entered-path.ts';

/** Sets the language of this browser and of the signed-in account. */
export default handle(endpoints.language, async ({ body, request, user, services, reply }) =>
  reply.ok(
    { language: body.language },
    {
      headers: { 'set-cookie': await chooseLocale(services.sql, user, body.language) },
      form: { to: body.next ?? referrer(request) },
    },
  ),
);
