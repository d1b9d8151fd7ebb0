import { endpoints } from '#core/contract/endpoints.ts';
import { LEAGUE_FIELDS, LeagueFields } from '#core/contract/leagues.ts';
import { handle } from '#framework/endpoint.ts';
import { typedFields } from '#framework/errors.tsx';
import { leagueFacts } from '#services/leagues/league-view.ts';
import { successText } from '#services/platform/acknowledge.ts';
import { languages } from '#services/platform/say.ts';

/**
 * Returns the rules of a planned league as sentences; stores nothing. A form returns to its page, which shows the rules
 * for the typed values.
 */
export default handle(
  endpoints.previewLeague,
  { back: '/leagues/new', fields: LEAGUE_FIELDS, rawBody: true },
  async ({ body, user, services, reply, request, t, locale }) => {
    const planned = await services.leagues.preview(user, LeagueFields.parse(body));
    const { rules } = leagueFacts({ t, locale, zone: languages.zoneOf(request) }, planned);
    const flash = successText('leagues:form.notSaved', 'leagues:form.preview');
    const values = { ...typedFields(body, LEAGUE_FIELDS), preview: 'true' };
    return reply.ok({ rules: [...rules] }, { form: { to: '/leagues/new', flash: { ...flash, values } } });
  },
);
