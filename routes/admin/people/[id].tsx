import { z } from 'zod';
import { PersonPage } from '#components/admin/PeoplePages.tsx';
import { maskedEmail } from '#core/account/device.ts';
import { ACCOUNT_ROLES } from '#core/account/permissions.ts';
import { formatDate, formatDateTime, formatNumber, formatUsd } from '#core/locale/format.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { accountsOfSameBrowser, findPerson, notesOf, seasonsOf } from '#db/queries/account/people.ts';
import { measuresOf, openReports } from '#db/queries/account/reports.ts';
import { formerNames } from '#db/queries/account/users.ts';
import { notFound, page } from '#framework/define.ts';
import { accountState, measureLine, reportLine } from '#services/reports/lines.ts';

export default page({
  access: 'staff',
  params: z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) }),
  query: z.object({
    role: z.enum(ACCOUNT_ROLES).optional().catch(undefined),
    reason: z.string().trim().max(500).optional().catch(undefined),
  }),
  async load({
    services: { sql, databaseClock, leaderboard, secondFactor },
    params: { id },
    query,
    user,
    flash,
    locale,
    zone,
    t,
  }) {
    const person = await findPerson(sql, id);
    if (!person) throw notFound();
    const [names, seasons, reports, measures, others, notes, standing, factor] = await Promise.all([
      formerNames(sql, id),
      seasonsOf(sql, id),
      openReports(sql, id),
      measuresOf(sql, id),
      accountsOfSameBrowser(sql, id),
      notesOf(sql, id),
      leaderboard.mine(id),
      secondFactor.find(id),
    ]);
    const words = { locale, zone, t };
    // the flash after "Show" carries the whole address
    const shownEmail = flash?.values?.[`email${id}`];
    const canShow = !shownEmail && Boolean(user?.isAdmin || !person.isAdmin);
    return {
      username: person.username,
      isDeleted: person.isDeleted,
      hasFactor: factor !== null,
      isTrader: !person.isAdmin && !person.isDeleted,
      role: person.role,
      hasRole: !person.isDeleted && !person.isSimulated,
      choice:
        query.role && query.role !== person.role && query.reason
          ? { next: query.role, reason: query.reason }
          : null,
      state: accountState(person, databaseClock.now(), words),
      facts: [
        { name: t('people:number'), value: String(person.id) },
        { name: t('people:joined'), value: formatDate(person.createdAt, { locale, zone }) },
        {
          name: t('people:lastSeen'),
          value: person.lastSeenAt ? formatDateTime(person.lastSeenAt, { locale, zone }) : '–',
        },
        { name: t('people:place'), value: standing?.place ? formatNumber(standing.place) : '–' },
        { name: t('people:discord'), value: t(person.hasDiscord ? 'people:yes' : 'people:no') },
        { name: t('safety:factorTitle'), value: t(factor ? 'people:yes' : 'people:no') },
      ],
      id,
      email: person.email === null ? null : { text: shownEmail || maskedEmail(person.email), canShow },
      notes: notes.map(({ id: number, note, author, at }) => ({
        id: number,
        about: t('people:noteBy', {
          date: formatDateTime(at, { locale, zone }),
          username: nameInSentence(author),
        }),
        note,
      })),
      typedNote: flash?.values?.note ?? '',
      noteIssue: flash?.issues?.note,
      formerNames: names.map(({ username }) => username),
      seasons: seasons.map(({ number, place, equity, trades }) => ({
        number,
        place: place === null ? '–' : formatNumber(place),
        equity: equity === null ? '–' : formatUsd(equity),
        trades: formatNumber(trades),
      })),
      reports: reports.map((report, n) => ({ id: String(n), ...reportLine(report, words) })),
      history: measures.map((measure, n) => ({ id: String(n), ...measureLine(measure, words) })),
      others,
    };
  },
  head: ({ data, t }) => ({ title: `${data.username} · ${t('people:title')}` }),
  view: ({ data }) => <PersonPage {...data} />,
});
