import { z } from 'zod';
import type { PrizeQuestion } from '#components/admin/PrizeQuestion.tsx';
import { PrizeSeasonPage, RULINGS } from '#components/admin/PrizeSeasonPage.tsx';
import { SeasonNumber } from '#core/contract/fields.ts';
import { formatDateTime, formatMoment, formatQuantity } from '#core/locale/format.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { priceText } from '#core/market/price-text.ts';
import { TOO_FEW_TRADES } from '#core/season/awards.ts';
import { namesAndLogos } from '#db/queries/leaderboard/traders.ts';
import { FAR_PERCENT, type FarFill, farFills } from '#db/queries/market/prices.ts';
import type { SeasonAward, StoredDecision } from '#db/queries/season/awards.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { notFound, type PageContext, page } from '#framework/define.ts';
import { prizeText, reviewText, seasonReview } from '#services/prizes/deal.ts';
import { winnersVersion } from '#services/prizes/decisions.ts';
import { doubtsOf, readMirrors, readPrizeDesk } from '#services/prizes/desk.ts';
import { readAffected } from '#services/season/admin-actions.ts';

type RulingQuery = { act?: string; username?: string; reason?: string; note?: string; isPublic?: 'true' };
type Words = Pick<PageContext, 't' | 'locale' | 'zone'>;

export default page({
  access: 'admin',
  params: SeasonNumber,
  query: z.object({
    /** The decision that the admin must confirm, and its details. */
    act: z.enum(['confirm', 'paid', ...RULINGS]).optional(),
    username: z.string().trim().max(100).optional(),
    reason: z.string().trim().max(500).optional(),
    note: z.string().trim().max(500).optional(),
    isPublic: z.literal('true').optional(),
  }),
  async load(ctx) {
    const { services, params, flash, locale, zone, t } = ctx;
    // the flash has a reason or note that is too long for the address
    const query = { ...ctx.query, ...flash?.values };
    const season = await seasonByNumber(services.sql, params.number);
    if (!season) throw notFound();
    const words = { t, locale, zone };
    const { awards, decisions } = await readPrizeDesk(services, season);
    const [farPrints, faces, mirrors] = await Promise.all([
      farFills(services.sql, season.id),
      namesAndLogos(
        services.sql,
        awards.map(({ userId }) => userId),
      ),
      readMirrors(services),
    ]);
    const canConfirm = seasonReview(season).state === 'provisional';
    const winners = awards.map(({ username, place, amount }) => ({
      username,
      place: String(place),
      amount: prizeText(amount),
    }));
    const isNamed = query.act !== undefined && query.act !== 'confirm' && query.username !== undefined;
    const trader = isNamed ? await readAffected(services, query.username!, season) : null;
    const question: PrizeQuestion | null =
      query.act === 'confirm'
        ? canConfirm
          ? { act: 'confirm', winners, version: winnersVersion(awards) }
          : null
        : trader && questionOf(query, trader, awards);
    const claimant = flash?.values?.winner;
    return {
      number: season.number,
      isOver: season.endedAt !== null,
      review: reviewText(season, { ...words, now: services.clock.now() }),
      canConfirm,
      awards: awards.map((award, i) => ({
        ...winners[i]!,
        userId: award.userId,
        logo: faces.get(award.userId)?.logo ?? null,
        status: statusText(award, words),
        canPay: award.status === 'claimed',
        hasClaim: award.hasClaim,
        claim:
          claimant === award.username
            ? {
                legalName: flash?.values?.legalName ?? '',
                contact: flash?.values?.contact ?? '',
                payment: flash?.values?.payment ?? '',
              }
            : null,
        doubts: doubtsOf(award, season, mirrors, t),
        note: award.paidNote || null,
      })),
      decisions: decisions
        .map((decision, n) => ({ id: String(n), ...decisionText(decision, words) }))
        .reverse(),
      farPrints: farPrintsView(farPrints, words),
      farPercent: FAR_PERCENT,
      typed: query as Readonly<Record<string, string>>,
      issue: isNamed && !trader ? t('errors:UNKNOWN_TRADER') : null,
      question,
    };
  },
  head: ({ data, t }) => ({ title: t('prizes:ofSeason', { number: data.number }) }),
  view: ({ data }) => <PrizeSeasonPage {...data} />,
});

/** Returns the question that confirms a decision about a trader; null while a detail is missing. */
function questionOf(
  { act, reason, note = '', isPublic }: RulingQuery,
  trader: NonNullable<Awaited<ReturnType<typeof readAffected>>>,
  awards: readonly SeasonAward[],
): PrizeQuestion | null {
  if (act === 'paid') {
    const award = awards.find(({ username, status }) => username === trader.username && status === 'claimed');
    return award
      ? { act, trader, amount: prizeText(award.amount), note, version: winnersVersion([award]) }
      : null;
  }
  if (!reason || (act !== 'disqualify' && act !== 'no_prize' && act !== 'lift')) return null;
  return { act, trader, reason, isPublic: isPublic === 'true' };
}

function statusText(
  { status, answerBy, claimedAt, paidAt }: SeasonAward,
  { t, locale, zone }: Words,
): string {
  const statusAt = { offered: answerBy, claimed: claimedAt, paid: paidAt }[status as 'offered'];
  if (!statusAt) return t(`prizes:status.${status}`);
  return t(`prizes:statusAt.${status as 'offered'}`, { date: formatMoment(statusAt, { locale, zone }) });
}

function decisionText(decision: StoredDecision, { t, locale, zone }: Words) {
  const { kind, username, reason, isPublic, admin, at, paid } = decision;
  return {
    what: t(`prizes:done.${kind}`, {
      username: username === null ? '' : nameInSentence(username),
      amount: paid ? prizeText(paid.amount) : '',
    }),
    reason: reason === TOO_FEW_TRADES ? t('seasons:tooFewTrades') : reason,
    about: [
      formatDateTime(at, { locale, zone }),
      admin === null ? t('seasons:server') : nameInSentence(admin),
      ...(reason === null ? [] : [t(isPublic ? 'prizes:readByAll' : 'prizes:readByAdmins')]),
    ].join(' · '),
  };
}

/** Returns the trade prints, each with the fills it caused. */
function farPrintsView(fills: readonly FarFill[], { t, locale, zone }: Words) {
  const prints = Map.groupBy(fills, ({ symbol, at, price }) => `${symbol} ${at.getTime()} ${price}`);
  return [...prints].map(([id, caused]) => {
    const { symbol, price, previous, next, at } = caused[0]!;
    const dollars = (value: string) => `$${priceText(value)}`;
    return {
      id,
      symbol,
      price: dollars(price),
      neighbours: t('prizes:farNeighbours', { before: dollars(previous), after: dollars(next) }),
      when: formatDateTime(at, { locale, zone }),
      causes: caused.map(({ username, action, quantity, reason, isOrder }) =>
        t(`prizes:farCause.${reason === 'forced_cover' ? 'forced' : isOrder ? 'order' : 'hand'}`, {
          username: nameInSentence(username),
          action: t(`errors:action.${action}`),
          quantity: formatQuantity(quantity),
        }),
      ),
    };
  });
}
