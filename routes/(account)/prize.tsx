import { z } from 'zod';
import { PrizePage, type PrizeView } from '#components/account/PrizePage.tsx';
import { formatMoment } from '#core/locale/format.ts';
import type { TraderAward } from '#db/queries/season/awards.ts';
import { type PageContext, page } from '#framework/define.ts';
import { prizeText } from '#services/prizes/deal.ts';

export default page({
  query: z.object({
    /** The number of the season whose prize the reader wants to decline: the page asks to confirm that. */
    decline: z.string().max(10).optional(),
  }),
  async load(ctx) {
    const { services, user, query } = ctx;
    const awards = await services.claims.ofTrader(user.id);
    const prizes = awards.map((award) => viewOf(award, ctx));
    return {
      prizes,
      declining: prizes.find(({ season, isOpen }) => isOpen && String(season) === query.decline) ?? null,
    };
  },
  head: ({ t }) => ({ title: t('prizes:mine') }),
  view: ({ data }) => <PrizePage {...data} />,
});

type Words = Pick<PageContext, 'services' | 'flash' | 'locale' | 'zone' | 't'>;

function viewOf(award: TraderAward, { services, flash, locale, zone, t }: Words): PrizeView {
  const { season, place, status, answerBy, claimedAt, paidAt } = award;
  const isLate = answerBy !== null && answerBy.getTime() <= services.clock.now();
  const isOpen = status === 'claimed' || (status === 'offered' && !isLate);
  const isRefused = flash?.values?.season === String(season);
  const date = (at: Date | null) => formatMoment(at ?? Number.NaN, { locale, zone });
  const sentences = {
    provisional: '',
    offered: isLate ? t('prizes:yours.lapsed') : t('prizes:yours.offered', { date: date(answerBy) }),
    claimed: t('prizes:yours.claimed', { date: date(claimedAt) }),
    paid: paidAt ? t('prizes:yours.paid', { date: date(paidAt) }) : t('prizes:yours.paidBefore'),
    declined: t('prizes:yours.declined'),
    lapsed: t('prizes:yours.lapsed'),
    withdrawn: t('prizes:yours.withdrawn'),
  };
  return {
    season,
    place: String(place),
    amount: prizeText(award.amount),
    state: sentences[status],
    isOpen,
    isClaimed: status === 'claimed',
    typed: isRefused ? (flash?.values ?? {}) : {},
    issues: isRefused ? (flash?.issues ?? {}) : {},
  };
}
