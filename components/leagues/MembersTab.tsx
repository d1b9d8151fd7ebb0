import type { ReactNode } from 'react';
import { LEAGUE_REASON } from '#core/leagues/leagues.ts';
import { useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import { Field } from '../ui/Field.tsx';
import { PageLinks } from '../ui/Links.tsx';
import type { MembersView, MemberView } from './view.ts';

type Props = MembersView & { id: string };

/** The members of a league, and for its owner and helpers the requests and the removed people. */
export function MembersTab({
  id,
  members,
  page,
  pages,
  waiting,
  removed,
  isOwner,
  canRenew,
  canLeave,
}: Props) {
  const t = useT();
  const hrefOf = (to: number) => `/leagues/${id}?tab=members${to > 1 ? `&page=${to}` : ''}`;
  return (
    <div className="grid gap-7">
      <Group title={t('leagues:pending')} people={waiting}>
        {(member) => (
          <div className="flex gap-2">
            <Act id={id} member={member} action="approve" look="btn-primary" />
            <Act id={id} member={member} action="refuse" />
          </div>
        )}
      </Group>
      <div>
        <Group title={t('leagues:people')} people={members}>
          {(member) => member.canRemove && <Manage id={id} member={member} isOwner={isOwner} />}
        </Group>
        <PageLinks page={page} pages={pages} hrefOf={hrefOf} />
      </div>
      <Group title={t('leagues:removed')} people={removed}>
        {(member) => <Act id={id} member={member} action="readmit" />}
      </Group>
      {canRenew && (
        <form className="card grid max-w-120 gap-2 p-4" method="post" action={`/api/leagues/${id}/code`}>
          <p className="text-size-small text-paper-2">{t('leagues:renewHint')}</p>
          <button type="submit" className="btn btn-secondary w-fit">
            {t('leagues:renew')}
          </button>
        </form>
      )}
      {canLeave && (
        <details className="card max-w-120 p-4">
          <summary className="cursor-pointer font-500">{t('leagues:leave')}</summary>
          <form className="mt-3 grid gap-3" method="post" action={`/api/leagues/${id}/leave`}>
            <p className="text-size-small text-paper-2">{t('leagues:leaveHint')}</p>
            <button type="submit" className="btn btn-danger w-fit">
              {t('leagues:leave')}
            </button>
          </form>
        </details>
      )}
    </div>
  );
}

type GroupProps = {
  title: string;
  people: readonly MemberView[];
  children: (member: MemberView) => ReactNode;
};

function Group({ title, people, children }: GroupProps) {
  const t = useT();
  const hrefOf = useLocalHref();
  if (people.length === 0) return null;
  return (
    <section>
      <h2 className="text-h3">{title}</h2>
      <ul className="card mt-3 [&>li+li]:border-t [&>li]:border-line-1">
        {people.map((member) => (
          <li key={member.userId} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
            <div className="min-w-45 flex-1">
              <p className="flex flex-wrap items-center gap-2">
                <a
                  className="hover:underline [overflow-wrap:anywhere]"
                  href={hrefOf(traderPageHref(member.username))}
                  dir="auto"
                >
                  {member.username}
                </a>
                {member.role && <span className="tag">{t(`leagues:role.${member.role}`)}</span>}
              </p>
              <p className="text-size-small text-paper-2">{member.when}</p>
              {member.reason && (
                <p className="text-size-small text-paper-2 [overflow-wrap:anywhere]">
                  <bdi>{member.reason}</bdi>
                </p>
              )}
            </div>
            {children(member)}
          </li>
        ))}
      </ul>
    </section>
  );
}

type ActionName = 'approve' | 'refuse' | 'readmit' | 'helper' | 'member' | 'owner';
const ACTION_TEXT = {
  approve: 'leagues:approve',
  refuse: 'leagues:refuse',
  readmit: 'leagues:readmit',
  helper: 'leagues:helper',
  member: 'leagues:member',
  owner: 'leagues:handOver',
} as const satisfies Record<ActionName, string>;

type ActProps = { id: string; member: MemberView; action: ActionName; look?: string };

/** One press about a member. */
function Act({ id, member: { userId, username }, action, look = 'btn-secondary' }: ActProps) {
  const t = useT();
  const text = t(ACTION_TEXT[action]);
  return (
    <form method="post" action={`/api/leagues/${id}/members/${userId}`}>
      <input type="hidden" name="action" value={action} />
      <button
        type="submit"
        className={`btn btn-small ${look}`}
        aria-label={t('leagues:of', { action: text, name: username })}
      >
        {text}
      </button>
    </form>
  );
}

/** The buttons with which the owner or a helper changes a member. */
function Manage({ id, member, isOwner }: { id: string; member: MemberView; isOwner: boolean }) {
  const t = useT();
  const { userId, username, role } = member;
  return (
    <details className="open:w-full">
      <summary className="cursor-pointer py-2 text-size-small text-paper-2 underline underline-offset-4">
        {t('leagues:manage')} <span className="sr-only">{username}</span>
      </summary>
      <div className="grid gap-3 py-2">
        {isOwner && (
          <div className="flex flex-wrap gap-2">
            <Act id={id} member={member} action={role === 'helper' ? 'member' : 'helper'} />
            <Act id={id} member={member} action="owner" />
          </div>
        )}
        <form
          className="flex flex-wrap items-end gap-2"
          method="post"
          action={`/api/leagues/${id}/members/${userId}`}
        >
          <input type="hidden" name="action" value="remove" />
          <Field
            name="reason"
            id={`reason-${userId}`}
            label={t('leagues:reason')}
            place="min-w-45 flex-1"
            maxLength={LEAGUE_REASON}
            dir="auto"
            required
          />
          <button
            type="submit"
            className="btn btn-danger min-h-10 coarse:min-h-11"
            aria-label={t('leagues:of', { action: t('leagues:remove'), name: username })}
          >
            {t('leagues:remove')}
          </button>
        </form>
      </div>
    </details>
  );
}
