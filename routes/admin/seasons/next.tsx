import { z } from 'zod';
import { TermsPage } from '#components/admin/TermsPage.tsx';
import { SeasonTermsForm } from '#core/contract/season.ts';
import { plainFields } from '#core/money/typed-decimal.ts';
import { SEASON_LENGTHS } from '#core/season/length.ts';
import { joinableSeason } from '#core/season/season.ts';
import { NUMBER_RULES } from '#core/trading/season-rules.ts';
import { page } from '#framework/define.ts';
import { termsInWords, termsValues } from '#services/season/season-terms.ts';
import type { Services } from '#services/services.ts';

/** The terms of the running or next season. A form that is only checked redirects here, with its values in a flash. */
export default page({
  access: 'admin',
  query: z.object({
    length: z.enum(SEASON_LENGTHS).nullable().catch(null).default(null),
    checked: z.literal('1').optional().catch(undefined),
  }),
  async load({ services, query, flash, user }) {
    const { seasons, settings } = services;
    const values = { ...termsValues(services, query.length), ...flash?.values };
    const isChecked = query.checked !== undefined && flash?.values !== undefined;
    return {
      season: joinableSeason(seasons.current()),
      isRunning: seasons.active(),
      zone: settings.contestZone,
      values,
      issues: flash?.issues ?? {},
      sentences: isChecked
        ? await sentencesOf(services, { ...values, zone: settings.contestZone }, user.id)
        : null,
    };
  },
  head: ({ t, data }) => ({ title: t('terms:title', { number: data.season }) }),
  view: ({ data }) => <TermsPage {...data} />,
});

/** Returns the checked form in words; null when the server would refuse the form, and when its terms cannot be read. */
async function sentencesOf(services: Services, typed: Record<string, string>, adminId: number) {
  const parsed = SeasonTermsForm.safeParse(plainFields(typed, NUMBER_RULES));
  if (!parsed.success) return null;
  return await termsInWords(services, parsed.data.edit, adminId).catch(() => null);
}
