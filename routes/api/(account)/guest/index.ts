import { endpoints } from '#core/contract/endpoints.ts';
import { CHART_PATH } from '#core/season/game.ts';
import { handle } from '#framework/endpoint.ts';
import { cookieHeaders, enteredPath } from '#services/account/entered-path.ts';
import { languages } from '#services/platform/say.ts';

/** Practice's chart with an open order ticket. */
const FIRST_ORDER = `${CHART_PATH.practice}?symbol=AAPL&ticket=open`;

/** Makes a guest and signs them in, in the language of their page; changes nothing for somebody who is signed in. */
export default handle(
  endpoints.guest,
  { back: '/auth?tab=register' },
  async ({ request, query: { lang }, user, services, reply }) => {
    const locale = lang ?? languages.chosen(request);
    const { person, cookies } = user
      ? { person: user, cookies: [] }
      : await services.guests.begin(request, locale);
    const choice = lang && !user ? [languages.cookie(lang)] : [];
    return reply.ok(await services.accounts.wire(person), {
      headers: cookieHeaders([...cookies, ...choice]),
      form: { to: enteredPath(request, FIRST_ORDER) },
    });
  },
);
