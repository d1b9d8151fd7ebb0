import { DeskPage, type DeskView } from '#components/admin/DeskPage.tsx';
import type { IconName } from '#components/ui/Icon.tsx';
import { formatDateTime, formatMoment, formatNumber, NOTHING } from '#core/locale/format.ts';
import { figureInSentence } from '#core/locale/sentence.ts';
import type { NumberName } from '#core/numbers/figures.ts';
import { readStorage, readWaiting } from '#db/queries/platform/desk.ts';
import { seasonToConfirm } from '#db/queries/season/prize-desk.ts';
import { type PageContext, page } from '#framework/define.ts';
import type { Translate } from '#framework/page.tsx';
import { LEAST_FREE_BYTES } from '#services/operations/health.ts';

/** The desk warns about a backup older than this, ms. */
const BACKUP_GOOD_FOR_MS = 7 * 86_400_000;
const BACKUP_COMMAND = 'npm run backup -- FILE';

export default page({
  access: 'staff',
  async load(ctx): Promise<DeskView> {
    const { services, user, locale, zone, t } = ctx;
    const { sql, numbers } = services;
    const [waiting, winnersOf, storage, days] = await Promise.all([
      readWaiting(sql),
      user.isAdmin ? seasonToConfirm(sql) : null,
      user.isAdmin ? storageOf(ctx) : null,
      numbers.last(1),
    ]);
    const countOf = (figure: NumberName) => {
      const count = days.at(-1)!.figures[figure];
      return count === null ? NOTHING : formatNumber(count);
    };
    /** Returns the open tasks of one kind; empty without any. */
    const tasks = (kind: keyof typeof waiting, href: string, icon: IconName): DeskView['waiting'] => {
      const { count, oldestAt } = waiting[kind];
      if (oldestAt === null) return [];
      const since = t('desk:oldest', { date: formatDateTime(oldestAt, { locale, zone }) });
      return [{ href, icon, title: t(`desk:${kind}`, { count }), since }];
    };
    const adminTasks = () => [
      ...tasks('winners', winnersOf ? `/admin/prizes/${winnersOf.number}` : '/admin/prizes', 'trophy'),
      ...tasks('claims', '/admin/prizes', 'ticket'),
      ...tasks('lost', '/admin/announcements', 'bell'),
    ];
    return {
      next: winnersOf ? confirmation(winnersOf, t) : nextStep(ctx),
      waiting: [
        ...tasks('reports', '/admin/reports', 'flag'),
        ...tasks('messages', '/admin/messages?show=unread', 'mail'),
        ...(user.isAdmin ? adminTasks() : []),
      ],
      zone: numbers.zone,
      today: [
        { name: t('desk:newAccounts'), count: countOf('accounts') },
        { name: t('desk:activeTraders'), count: countOf('active') },
        { name: t('desk:fills'), count: countOf('trades') },
      ],
      storage,
    };
  },
  head: ({ t }) => ({ title: t('nav:desk') }),
  view: ({ data }) => <DeskPage {...data} />,
});

/** Returns the database's size, its disk's free space, the time of the last backup, and a sentence for each problem. */
async function storageOf({ services, locale, zone, t }: PageContext): Promise<DeskView['storage']> {
  const { sql, health, databaseClock } = services;
  const [{ bytes, openedAt, backupAt }, disk] = await Promise.all([readStorage(sql), health.readDisk()]);
  const sinceBackup = databaseClock.now() - (backupAt ?? openedAt).getTime();
  return {
    figures: [
      { name: t('desk:database'), value: sizeText(bytes) },
      ...(disk
        ? [
            {
              name: t('desk:disk'),
              value: t('desk:diskOf', {
                free: figureInSentence(sizeText(disk.free)),
                size: figureInSentence(sizeText(disk.size)),
              }),
            },
          ]
        : []),
      {
        name: t('desk:backup'),
        value: backupAt ? formatDateTime(backupAt, { locale, zone }) : t('desk:noBackup'),
      },
    ],
    problems: [
      ...(disk && disk.free < LEAST_FREE_BYTES
        ? [t('desk:diskFull', { size: sizeText(LEAST_FREE_BYTES) })]
        : []),
      ...(sinceBackup > BACKUP_GOOD_FOR_MS ? [t('desk:backUp', { command: BACKUP_COMMAND })] : []),
    ],
  };
}

/** Formats bytes as "79 GB" or "12 MB". */
const sizeText = (bytes: number) =>
  bytes < 1e9 ? `${formatNumber(bytes / 1e6)} MB` : `${formatNumber(bytes / 1e9)} GB`;

/** Returns the step that precedes all others: to confirm the winners of a season. */
function confirmation(
  { number, reports }: NonNullable<Awaited<ReturnType<typeof seasonToConfirm>>>,
  t: Translate,
): DeskView['next'] {
  return {
    sentence:
      reports === 0 ? t('desk:confirmClean', { number }) : t('desk:confirm', { number, count: reports }),
    href: `/admin/prizes/${number}`,
    action: t('desk:winnersLook'),
  };
}

/** Returns the organizer's next step: to plan the season's end, to plan the next start, or only to look at the plan. */
function nextStep({ services: { seasons }, locale, zone, t }: PageContext): DeskView['next'] {
  const number = seasons.current()?.number ?? 0;
  const { startsAt, endsAt } = seasons.schedule();
  const when = (instant: number) => formatMoment(instant, { locale, zone });
  const plan = { href: '/admin/seasons/next', action: t('desk:plan') };
  const look = { href: '/competitions', action: t('desk:look') };
  if (seasons.active())
    return endsAt === null
      ? { ...plan, sentence: t('desk:runsOpen', { number }) }
      : { ...look, sentence: t('desk:runs', { number, when: when(endsAt) }) };
  return startsAt === null
    ? { ...plan, sentence: t('desk:noSeason') }
    : { ...look, sentence: t('desk:starts', { when: when(startsAt) }) };
}
