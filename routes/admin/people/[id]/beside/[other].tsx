import { z } from 'zod';
import { BesidePage } from '#components/admin/BesidePage.tsx';
import { UserId } from '#core/contract/account.ts';
import { pageCount } from '#core/contract/pages.ts';
import { formatClock, formatDateTime, formatQuantity, formatUsd } from '#core/locale/format.ts';
import { findPerson } from '#db/queries/account/people.ts';
import type { SeasonFillRow } from '#db/queries/trading/trades.ts';
import { notFound, page } from '#framework/define.ts';
import type { Translate } from '#framework/page.tsx';
import { fillsBeside, MOST_FILLS } from '#services/account/people.ts';

const PAGE_SIZE = 50;
/** The maximum number of listed fills of an account in one minute. */
const MOST_OF_MINUTE = 12;

export default page({
  access: 'staff',
  params: UserId.extend({ other: UserId.shape.id }),
  query: z.object({
    show: z.enum(['all', 'both']).catch('all').default('all'),
    page: z.coerce.number().int().min(1).max(1_000).catch(1).default(1),
  }),
  async load({ services: { sql }, params, query: { show, page: current }, locale, zone, t }) {
    const [one, other] = await Promise.all([findPerson(sql, params.id), findPerson(sql, params.other)]);
    if (!one || !other || one.id === other.id) throw notFound();
    const { minutes, since } = await fillsBeside(sql, one.id, other.id);
    const common = minutes.filter(({ fills }) => fills.every((list) => list.length > 0));
    const listed = show === 'both' ? common : minutes;
    const date = (at: number) => formatDateTime(at, { locale, zone });
    return {
      people: [
        { id: one.id, username: one.username },
        { id: other.id, username: other.username },
      ] as const,
      minutes: listed.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE).map((minute) => ({
        id: String(minute.startsAt),
        when: date(minute.startsAt),
        sides: minute.sides,
        accounts: minute.fills.map((fills) => ({
          fills: fills.slice(0, MOST_OF_MINUTE).map((fill) => fillView(fill, zone, t)),
          more: Math.max(0, fills.length - MOST_OF_MINUTE),
        })),
      })),
      isCommon: show === 'both',
      common: t('people:bothCount', { count: common.length }),
      cut: since === null ? null : t('people:besideCut', { count: MOST_FILLS, date: date(since) }),
      page: current,
      pages: pageCount(listed.length, PAGE_SIZE),
    };
  },
  head: ({ data: { people }, t }) => ({
    title: t('people:besideTitle', { one: people[0].username, other: people[1].username }),
  }),
  view: ({ data }) => <BesidePage {...data} />,
});

function fillView({ id, at, action, quantity, symbol, price }: SeasonFillRow, zone: string, t: Translate) {
  return {
    id: String(id),
    time: formatClock(at, zone),
    action: t(`errors:action.${action}`),
    text: `${formatQuantity(quantity)} ${symbol} @ ${formatUsd(price)}`,
  };
}
