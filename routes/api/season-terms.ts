import { endpoints } from '#core/contract/endpoints.ts';
import { SeasonTermsForm, TERM_FIELDS } from '#core/contract/season.ts';
import { handle } from '#framework/endpoint.ts';
import { typedFields } from '#framework/errors.tsx';
import { successText } from '#services/platform/acknowledge.ts';
import { adminUpdate } from '#services/season/admin-actions.ts';
import { termsInWords } from '#services/season/season-terms.ts';

const PAGE = '/admin/seasons/next';

/**
 * Returns the terms of a season as sentences, and saves the terms unless the request only checks them. A form that is
 * not saved returns to its page with the typed values.
 */
export default handle(
  endpoints.seasonTerms,
  { back: PAGE, fields: TERM_FIELDS, rawBody: true },
  async ({ body, user, services, reply }) => {
    const notSaved = {
      kind: 'success' as const,
      title: { key: 'terms:notSaved' as const },
      message: [],
      values: typedFields(body, TERM_FIELDS),
    };
    if (Object(body).step === 'change') return reply.go(PAGE, notSaved);
    const { step, edit } = SeasonTermsForm.parse(body);
    const words = await termsInWords(services, edit, user.id);
    if (step === 'check')
      return reply.ok({ saved: false, ...words }, { form: { to: `${PAGE}?checked=1`, flash: notSaved } });
    await adminUpdate(services, user, edit);
    return reply.ok({ saved: true, ...words }, { form: { to: PAGE, flash: successText('terms:saved') } });
  },
);
