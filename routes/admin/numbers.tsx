import { z } from 'zod';
import { NumbersPage, type NumbersView } from '#components/admin/NumbersPage.tsx';
import { formatDate, formatDateTime, formatNumber, formatPercent, NOTHING } from '#core/locale/format.ts';
import { FIGURES, FUNNEL, type NumbersOfDay, totalOf } from '#core/numbers/figures.ts';
import { readWaiting } from '#db/queries/platform/desk.ts';
import { page } from '#framework/define.ts';
import { sums } from '#services/numbers/numbers.ts';

export default page({
  access: 'admin',
  query: z.object({
    days: z.enum(['30', '90']).catch('30').default('30').transform(Number),
    figure: z.enum(FIGURES).catch('accounts').default('accounts'),
  }),
  async load({ services, query: { days: count, figure: listed }, locale, zone, t }): Promise<NumbersView> {
    const { numbers, sql, log } = services;
    const [{ days, seasons }, messages] = await Promise.all([
      numbers.read(count),
      readWaiting(sql).then(
        (waiting) => waiting.messages,
        (err: unknown) => {
          log.warn({ err }, 'the unread messages could not be read');
          return null;
        },
      ),
    ]);
    const all = days.map(({ figures }) => figures);
    const text = (figures: NumbersOfDay | undefined, figure: (typeof FIGURES)[number]) => {
      const value = figures?.[figure] ?? null;
      return value === null ? NOTHING : formatNumber(value);
    };
    const total = sums(all);
    const [newest, previous] = seasons;
    const most = Math.max(1, ...all.map((figures) => figures[listed] ?? 0));
    // a join link leads to a new account without the landing page, so the first step may not be the largest
    const mostInFunnel = Math.max(1, ...FUNNEL.map((figure) => totalOf(all, figure) ?? 0));
    return {
      days: count,
      zone: numbers.zone,
      seasons: [newest?.number ?? null, previous?.number ?? null],
      rows: FIGURES.map((figure) => ({
        figure,
        name: t(`numbers:${figure}`),
        bars: all.map((each) => each[figure]),
        today: text(all.at(-1), figure),
        total: text(total, figure),
        newest: text(newest?.figures, figure),
        previous: text(previous?.figures, figure),
      })),
      funnel: FUNNEL.map((figure, i) => {
        const [value, previousStep] = [totalOf(all, figure), i === 0 ? null : totalOf(all, FUNNEL[i - 1]!)];
        return {
          name: t(`numbers:${figure}`),
          value: text(total, figure),
          share: value === null || !previousStep ? null : formatPercent((value / previousStep) * 100, 1),
          width: (value ?? 0) / mostInFunnel,
        };
      }),
      unread: messages ? formatNumber(messages.count) : NOTHING,
      oldest: messages?.oldestAt ? formatDateTime(messages.oldestAt, { locale, zone }) : null,
      figure: listed,
      table: days.toReversed().map(({ day, figures }) => ({
        day,
        date: formatDate(day, { locale }),
        value: text(figures, listed),
        width: (figures[listed] ?? 0) / most,
      })),
    };
  },
  head: ({ t }) => ({ title: t('numbers:title') }),
  view: ({ data }) => <NumbersPage {...data} />,
});
