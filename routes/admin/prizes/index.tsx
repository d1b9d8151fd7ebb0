import { type PrizeSeasonView, PrizesPage } from '#components/admin/PrizesPage.tsx';
import { formatDate, formatPrize } from '#core/locale/format.ts';
import { writePrizeSplit } from '#core/season/awards.ts';
import { joinableSeason } from '#core/season/season.ts';
import { type PrizeSeason, prizeSeasons } from '#db/queries/season/prize-desk.ts';
import { page } from '#framework/define.ts';
import type { Translate } from '#framework/page.tsx';
import { reviewText, seasonReview } from '#services/prizes/deal.ts';
import { prizesView } from '#services/season/rules.ts';

/** The maximum number of listed seasons. Older seasons have pages, but no link here. */
const MOST_SEASONS = 50;

export default page({
  access: 'admin',
  async load({ services, flash, locale, zone, t }) {
    const { sql, seasons, clock } = services;
    const details = seasons.details();
    const over = await prizeSeasons(sql, MOST_SEASONS);
    return {
      seasons: over
        // a practice season has no prizes
        .filter((season) => seasonReview(season).state !== 'none')
        .map(
          (season): PrizeSeasonView => ({
            number: season.number,
            ended: formatDate(season.endedAt, { locale, zone }),
            pool: formatPrize(season.prizePool),
            state: stateOf(season, t),
            review: season.confirmedAt ? null : reviewText(season, { now: clock.now(), locale, zone, t }),
          }),
        ),
      season: joinableSeason(seasons.current()),
      pool: formatPrize(details.prizePool),
      prizes: prizesView(details),
      percents: writePrizeSplit(details.prizeSplit),
      hours: String(details.reviewHours),
      needsReason: seasons.active(),
      typed: flash?.values ?? {},
      issues: flash?.issues ?? {},
    };
  },
  head: ({ t }) => ({ title: t('prizes:title') }),
  view: ({ data }) => <PrizesPage {...data} />,
});

/** Returns the open tasks about a season's prizes. */
function stateOf({ confirmedAt, claimed, offered, paid }: PrizeSeason, t: Translate): string {
  if (confirmedAt === null) return t('prizes:stateConfirm');
  if (claimed > 0) return t('prizes:statePay', { count: claimed });
  if (offered > 0) return t('prizes:stateOffered', { count: offered });
  return paid > 0 ? t('prizes:statePaid') : t('prizes:stateNone');
}
