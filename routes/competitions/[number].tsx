import { z } from 'zod';
import { SeasonPage } from '#components/competition/SeasonPage.tsx';
import { pictureOf } from '#components/items/picture.ts';
import { clampPage, PAGE_SIZE, pageOf } from '#core/leaderboard/standing.ts';
import { formatDateTime, formatNumber, formatUsd } from '#core/locale/format.ts';
import { plainDecimal, readCents } from '#core/money/money.ts';
import { oldestMark, resultCounts, resultRows } from '#db/queries/season/results.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { notFound, page } from '#framework/define.ts';
import { fairnessView } from '#services/season/fairness.ts';
import { rulesView } from '#services/season/rules.ts';

/** Last prices older than this at the end are told with their time, ms. */
const OLD_MS = 60_000;

export default page({
  params: z.object({
    number: z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  }),
  query: z.object({ page: z.string().optional() }),

  async load({ services, params, query, locale, zone, flash }) {
    const { sql, seasons } = services;
    const season = await seasonByNumber(sql, params.number);
    if (!season) throw notFound();
    const { traders, ranked, winners } = await resultCounts(sql, season.id);
    const shown = clampPage(query.page, PAGE_SIZE, traders);
    const [rows, fairness, marked] = await Promise.all([
      resultRows(sql, season.id, (shown.page - 1) * PAGE_SIZE + 1, PAGE_SIZE),
      fairnessView(services, season, locale),
      oldestMark(sql, season.id),
    ]);
    const date = (at: Date | number) => formatDateTime(at, { locale, zone });
    return {
      number: season.number,
      started: season.startedAt ? date(season.startedAt) : '–',
      ended: season.endedAt && date(season.endedAt),
      marked:
        marked && season.endedAt && season.endedAt.getTime() - marked.getTime() > OLD_MS
          ? date(marked)
          : null,
      prize: `₪${formatNumber(season.prizePool, 2)}`,
      startCash: formatUsd(season.startCash),
      rules: rulesView(season.rules, readCents(season.startCash)),
      ...{ traders, ranked },
      // a prize for a shared place is split equally, rounded down to a hundredth
      share:
        winners > 1
          ? {
              amount: formatNumber(plainDecimal(readCents(season.prizePool) / BigInt(winners), 2), 2),
              count: winners,
            }
          : null,
      rows: rows.map((row) => ({
        ...row,
        place: row.ranked ? row.place : null,
        equity: formatUsd(row.equity),
        logoUrl: pictureOf(row.logo),
      })),
      page: shown.page,
      pages: pageOf(Math.max(1, traders)),
      practice: seasons.practice(season),
      fairness,
      values: flash?.values ?? {},
    };
  },

  head: ({ data, t }) => ({ title: t('seasons:title', { number: data.number }) }),
  view: ({ data }) => <SeasonPage {...data} />,
});
