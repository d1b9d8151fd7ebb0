import { z } from 'zod';
import { PersonPage } from '#components/admin/PersonPage.tsx';
import { maskedEmail } from '#core/account/device.ts';
import { ACCOUNT_ROLES } from '#core/account/permissions.ts';
import { restrictionOf, type SessionUser } from '#core/account/visitor.ts';
import { UserId } from '#core/contract/account.ts';
import { messageState } from '#core/contract/site.ts';
import { formatDate, formatDateTime, formatNumber, formatUsd } from '#core/locale/format.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import { findPerson, notesOf, type Person, seasonsOf } from '#db/queries/account/people.ts';
import { measuresOf, openReports } from '#db/queries/account/reports.ts';
import { formerNames } from '#db/queries/account/users.ts';
import { messagesOf } from '#db/queries/messages.ts';
import { notFound, page } from '#framework/define.ts';
import type { Translate } from '#framework/page.tsx';
import { type Hint, relatedAccounts } from '#services/account/people.ts';
import { accountState, measureLine, reportLine } from '#services/reports/lines.ts';

/** The maximum number of listed messages, newest first. */
const MOST_MESSAGES = 10;

export default page({
  access: 'staff',
  params: UserId,
  query: z.object({
    role: z.enum(ACCOUNT_ROLES).optional().catch(undefined),
    reason: z.string().trim().max(500).optional().catch(undefined),
  }),
  async load({ services, params: { id }, query, user, flash, locale, zone, t }) {
    const { sql, databaseClock, leaderboard, secondFactor } = services;
    const person = await findPerson(sql, id);
    if (!person) throw notFound();
    const [names, seasons, reports, measures, others, messages, notes, standing, factor] = await Promise.all([
      formerNames(sql, [id]),
      seasonsOf(sql, id),
      openReports(sql, [id]),
      measuresOf(sql, [id]),
      relatedAccounts(services, id),
      messagesOf(sql, id, { offset: 0, limit: MOST_MESSAGES }),
      notesOf(sql, id),
      leaderboard.mine(id),
      secondFactor.find(id),
    ]);
    const words = { locale, zone, t };
    const { act: refusedAct, reason: refusedReason } = flash?.values ?? {};
    // without `act` the refused form is that of the role; its reason may be too long for the address
    const roleReason = (!refusedAct && refusedReason) || query.reason;
    // the flash after a press on "Show" has the full address
    const shownEmail = flash?.values?.[`email${id}`];
    const canShow = !shownEmail && Boolean(user?.isAdmin || !person.isAdmin);
    return {
      username: person.username,
      isDeleted: person.isDeleted,
      hasFactor: factor !== null,
      isTrader: !person.isAdmin && !person.isDeleted,
      role: person.role,
      hasRole: !person.isDeleted && !person.isSimulated,
      typedRole: { next: query.role, reason: roleReason },
      state: accountState(person, databaseClock.now(), words),
      isRestricted: restrictionOf(person, databaseClock.now()) !== null,
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
      refusedReason: { act: refusedAct, reason: refusedReason, issue: flash?.issues?.reason },
      formerNames: names.map(({ username }) => username),
      seasons: seasons.map(({ number, place, equity, trades }) => ({
        number,
        place: place === null ? '–' : formatNumber(place),
        equity: equity === null ? '–' : formatUsd(equity),
        trades: formatNumber(trades),
      })),
      reports: reports.map((report, n) => ({ id: String(n), ...reportLine(report, words) })),
      history: measures.map((measure, n) => ({ id: String(n), ...measureLine(measure, words) })),
      others: others.map(({ hints, ...other }) => ({
        ...other,
        hints: hints.map((hint) => hintText(hint, t)).join(' · '),
      })),
      messages: messages.map((message) => ({
        id: message.id,
        subject: message.subject,
        sent: formatDateTime(message.createdAt, { locale, zone }),
        state: messageState(message),
      })),
      canEndSessions: user !== null && canEndSessions(user, person),
    };
  },
  head: ({ data, t }) => ({ title: `${data.username} · ${t('people:title')}` }),
  view: ({ data }) => <PersonPage {...data} />,
});

/** Returns "Opposite trades (3 of 4)". */
function hintText(hint: Hint, t: Translate): string {
  const kind = t(`accounts:kind.${hint.kind}`);
  if (!('times' in hint)) return kind;
  const { times, trades } = hint;
  return `${kind} (${t('accounts:timesOf', { times, trades })})`;
}

function canEndSessions(user: SessionUser, { id, role, isDeleted, isSimulated }: Person): boolean {
  const hasSessions = !isDeleted && !isSimulated;
  return hasSessions && id !== user.id && (role === 'trader' || user.isAdmin);
}
