import type { ReactNode } from 'react';
import { ACCOUNT_ROLES, type AccountRole } from '#core/account/permissions.ts';
import { MOST_NOTE } from '#core/contract/account.ts';
import { addressOf } from '#core/contract/address.ts';
import { usePage, useT } from '#framework/page.tsx';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import { LinkButton, PostButton, Submit } from '../ui/Button.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { Bdi } from '../ui/figures.tsx';
import { ConfirmDialog } from '../ui/PageDialog.tsx';
import { ACCOUNT_LINK, besideHref } from './BesidePage.tsx';
import { MessageLinks, type OtherMessage } from './MessagePage.tsx';
import { GivenReason, ReasonField } from './measure-parts.tsx';
import { ColumnHead } from './PeoplePage.tsx';
import { FormerNames, MeasureForm, MeasureList, type ReportedView, ReportList } from './ReportsPage.tsx';

type PersonProps = Pick<ReportedView, 'username' | 'formerNames' | 'reports' | 'history' | 'state'> & {
  /** False for an admin and for a deleted account, to whom no measures apply. */
  isTrader: boolean;
  isDeleted: boolean;
  /** True for a suspended or leaving account, and for one that must change its name. */
  isRestricted: boolean;
  /** True when the person's login requires a second factor. */
  hasFactor: boolean;
  role: AccountRole;
  /** False for a simulated trader and a deleted account. */
  hasRole: boolean;
  /** What was typed into the form for a role. */
  typedRole: { next: AccountRole | undefined; reason: string | undefined };
  facts: readonly { name: string; value: string }[];
  /** Newest first. */
  seasons: readonly { number: number; place: string; equity: string; trades: string }[];
  /** Accounts that may belong to the same person; `hints` are the reasons. */
  others: readonly { id: number; username: string; hints: string }[];
  /** Newest first. */
  messages: readonly OtherMessage[];
  /**
   * True when the reader may end the person's sessions: an admin may, and a moderator if the person is a trader. False
   * on the reader's own page, and for a deleted or simulated account.
   */
  canEndSessions: boolean;
  /** The e-mail address, masked until it is revealed; null without one. `canShow` adds the button that reveals it. */
  email: EmailView | null;
  /** Newest first. */
  notes: readonly { id: number; about: string; note: string }[];
  typedNote: string;
  noteIssue: string | undefined;
  refusedReason: RefusedReason;
  id: number;
};

type EmailView = { text: string; canShow: boolean };

/** /admin/people/ID: the facts about a person, and the measures an admin can take. */
export function PersonPage(person: PersonProps) {
  const { id, username, state, role, isTrader, facts, seasons, reports, others, messages, email, notes } =
    person;
  const { typedRole, refusedReason } = person;
  const { t, user } = usePage();
  const isRuler = user?.isAdmin && user.username !== username;
  const mayChoose = person.hasRole && isRuler;
  const { next, reason } = typedRole;
  return (
    <div className="mx-auto grid w-full max-w-254 grid-cols-1 gap-7">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="break-all text-h1">
          <bdi>{username}</bdi>
        </h1>
        {state && (
          <span className={`tag ${person.isRestricted ? 'text-loss' : 'text-paper-2'}`}>{state}</span>
        )}
        {isTrader && (
          <LinkButton className="btn-small ms-auto" href={traderPageHref(username)}>
            {t('people:page')}
          </LinkButton>
        )}
        <FormerNames names={person.formerNames} />
      </header>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-3">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-caption text-paper-3">{name}</dt>
            <dd className="mt-1 font-500">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <div className="col-span-full">
          <dt className="text-caption text-paper-3">{t('people:email')}</dt>
          <dd className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 font-500">
            {email ? <Email id={id} email={email} /> : t('people:no')}
          </dd>
        </div>
      </dl>
      <Section title={t('people:seasons')}>
        {seasons.length === 0 ? (
          <p className="text-paper-2">{t('people:noSeasons')}</p>
        ) : (
          <>
            <Seasons {...person} />
            <a className={ACCOUNT_LINK} href={`/api/people/${id}/fills`} download>
              {t('people:fillsFile')}
            </a>
          </>
        )}
      </Section>
      <Section title={t('people:reports')}>
        {reports.length === 0 ? (
          <p className="text-paper-2">{t('people:noReports')}</p>
        ) : (
          <ReportList reports={reports} />
        )}
      </Section>
      <Section title={t('accounts:title')}>
        <p className="text-paper-2">{t(others.length === 0 ? 'people:noSame' : 'people:sameAbout')}</p>
        <ul className="mt-2 grid">
          {others.map((other) => (
            <li key={other.id} className="flex flex-wrap items-center gap-x-4 border-t border-line-1 py-1">
              <a className={`${ACCOUNT_LINK} font-600`} href={`/admin/people/${other.id}`}>
                <bdi>{other.username}</bdi>
              </a>
              <span className="text-size-small text-paper-2">{other.hints}</span>
              <a className={`${ACCOUNT_LINK} ms-auto text-size-small`} href={besideHref(id, other.id)}>
                {t('people:beside')}
              </a>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={t('inbox:title')}>
        {messages.length === 0 ? (
          <p className="text-paper-2">{t('people:noReports')}</p>
        ) : (
          <MessageLinks messages={messages} />
        )}
      </Section>
      <Section title={t('people:notes')}>
        <p className="text-paper-2">{t('people:notesAbout')}</p>
        <ul className="mt-4 grid gap-3">
          {notes.map(({ id: number, about, note }) => (
            <li key={number}>
              <p className="text-size-small text-paper-2">{about}</p>
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {note}
              </p>
            </li>
          ))}
        </ul>
        {!person.isDeleted && <NoteForm {...person} />}
      </Section>
      {mayChoose && (
        <Section title={t('people:role.title')}>
          <RoleForm {...person} />
        </Section>
      )}
      {person.canEndSessions && (
        <Section title={t('people:sessions')}>
          <ReasonForm
            act="sessions"
            refused={refusedReason}
            action={`/api/people/${id}/sessions/end`}
            about={t('people:sessionsAbout')}
            reason={t('people:role.reason')}
            button={t('people:sessionsEnd')}
          />
        </Section>
      )}
      {person.hasFactor && isRuler && (
        <Section title={t('safety:factorTitle')}>
          <ReasonForm
            act="factor"
            refused={refusedReason}
            action={`/api/people/${id}/second-factor/take`}
            about={t('people:factorAbout')}
            reason={t('people:factorReason')}
            button={t('people:factorTake')}
          />
        </Section>
      )}
      {isTrader && (role === 'trader' || user?.isAdmin) && (
        <Section title={t('people:act')}>
          <div className="card grid gap-4 p-4">
            <MeasureList history={person.history} />
            <MeasureForm username={username} isReported={reports.length > 0} />
          </div>
        </Section>
      )}
      {mayChoose && next && next !== role && reason && <RoleDialog {...person} next={next} reason={reason} />}
    </div>
  );
}

function Email({ id, email }: { id: number; email: EmailView }) {
  const t = useT();
  return (
    <>
      <bdi dir="ltr" className="break-all">
        {email.text}
      </bdi>
      {email.canShow && (
        <PostButton action={`/api/people/${id}/email`} look="secondary" className="btn-small">
          {t('people:show')}
        </PostButton>
      )}
    </>
  );
}

function NoteForm({ id, typedNote, noteIssue }: Pick<PersonProps, 'id' | 'typedNote' | 'noteIssue'>) {
  const t = useT();
  return (
    <form className="mt-4 grid gap-3" method="post" action={`/api/people/${id}/notes`}>
      <TextField
        name="note"
        label={t('people:note')}
        height="min-h-30"
        rows={3}
        maxLength={MOST_NOTE}
        required
        dir="auto"
        defaultValue={typedNote}
        issue={noteIssue}
      />
      <Submit look="secondary" className="w-fit">
        {t('people:addNote')}
      </Submit>
    </form>
  );
}

/** The values and the issue of a refused ReasonForm; `act` says which of the two forms it was. */
type RefusedReason = Partial<Record<'act' | 'reason' | 'issue', string>>;
type ReasonFormProps = {
  act: 'sessions' | 'factor';
  refused: RefusedReason;
  action: string;
  about: string;
  reason: string;
  button: string;
};

function ReasonForm({ act, refused, action, about, reason, button }: ReasonFormProps) {
  const { reason: typed, issue } = refused.act === act ? refused : {};
  return (
    <form className="card grid gap-4 p-4" method="post" action={action}>
      <p className="max-w-[72ch] text-paper-2">{about}</p>
      <input type="hidden" name="act" value={act} />
      <ReasonField id={`${action}-reason`} label={reason} defaultValue={typed} issue={issue} />
      <Submit look="danger" className="w-fit">
        {button}
      </Submit>
    </form>
  );
}

function Seasons({ username, isTrader, seasons }: Pick<PersonProps, 'username' | 'isTrader' | 'seasons'>) {
  const { t, user } = usePage();
  const isRuled = isTrader && user?.isAdmin;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-size-small">
        <thead className="text-caption text-paper-3">
          <tr>
            <ColumnHead>{t('people:season')}</ColumnHead>
            <ColumnHead>{t('seasons:place')}</ColumnHead>
            <ColumnHead>{t('people:equity')}</ColumnHead>
            <ColumnHead>{t('people:trades')}</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {seasons.map(({ number, place, equity, trades }) => (
            <tr key={number} className="border-t border-line-1">
              <td className="px-3 lt-md:px-2">
                <div className="flex flex-wrap gap-x-6">
                  <a
                    className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4"
                    href={`/competitions/${number}`}
                  >
                    {number}
                  </a>
                  {isRuled && (
                    <a
                      className="inline-flex min-h-11 items-center underline underline-offset-4"
                      href={addressOf(`/competitions/${number}`, { username })}
                    >
                      {t('people:disqualify', { number })}
                    </a>
                  )}
                </div>
              </td>
              <td className="px-3 lt-md:px-2">
                <Bdi>{place}</Bdi>
              </td>
              <td className="px-3 lt-md:px-2">
                <Bdi>{equity}</Bdi>
              </td>
              <td className="px-3 lt-md:px-2">{trades}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 text-h3">{title}</h2>
      {children}
    </section>
  );
}

/** A form for a role and a reason. Submitting it opens this page again, with a dialog that asks for confirmation. */
function RoleForm({ id, role, typedRole }: Pick<PersonProps, 'id' | 'role' | 'typedRole'>) {
  const t = useT();
  return (
    <form className="card grid gap-4 p-4" action={`/admin/people/${id}`}>
      <p className="max-w-[72ch] text-paper-2">{t(`people:role.now.${role}`)}</p>
      <div className="grid gap-4 sm:grid-cols-[auto_1fr]">
        <SelectField
          name="role"
          label={t('people:role.new')}
          defaultValue={typedRole.next}
          options={ACCOUNT_ROLES.filter((other) => other !== role).map((other) => [
            other,
            t(`people:role.${other}`),
          ])}
        />
        <ReasonField id="role-reason" label={t('people:role.reason')} defaultValue={typedRole.reason} />
      </div>
      <Submit look="secondary" className="w-fit">
        {t('people:role.go')}
      </Submit>
    </form>
  );
}

type RoleDialogProps = Pick<PersonProps, 'id' | 'username' | 'role'> & { next: AccountRole; reason: string };

function RoleDialog({ id, username, role, next, reason }: RoleDialogProps) {
  const t = useT();
  return (
    <ConfirmDialog
      title={t('people:role.ask')}
      back={`/admin/people/${id}`}
      action="/api/role"
      fields={{ username, role: next, reason }}
      submit={t(`people:role.make.${next}`)}
      isDanger={next !== 'moderator'}
    >
      <p>
        <bdi className="font-600 [overflow-wrap:anywhere]">{username}</bdi>{' '}
        <span className="text-paper-2">
          {t('people:role.change', { before: t(`people:role.${role}`), after: t(`people:role.${next}`) })}
        </span>
      </p>
      <p className="mt-3 text-paper-2">{t(`people:role.effect.${next}`)}</p>
      <GivenReason place="mt-3">{reason}</GivenReason>
    </ConfirmDialog>
  );
}
