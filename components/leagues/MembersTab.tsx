import type { ReactNode } from 'react';
import { addressOf, pageField } from '#core/contract/address.ts';
import { useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import { Submit } from '../ui/Button.tsx';
import { PageLinks } from '../ui/Links.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import type { MembersView, MemberView } from './view.ts';

type Props = MembersView & { id: string };

export function MembersTab({ id, members, page, pages, leaving }: Props) {
  const t = useT();
  const hrefOf = (to: number) => addressOf(`/leagues/${id}`, { tab: 'members', ...pageField(to) });
  return (
    <div className="grid gap-7">
      <div>
        <MemberGroup title={t('leagues:people')} people={members} />
        <PageLinks page={page} pages={pages} hrefOf={hrefOf} />
      </div>
      {leaving && (
        <details className="card max-w-120 p-4">
          <summary className="cursor-pointer font-500">{t('leagues:leave')}</summary>
          <form className="mt-3 grid gap-3" method="post" action={`/api/leagues/${id}/leave`}>
            <p className="text-size-small text-paper-2">{leaving.join(' ')}</p>
            <Submit look="danger" className="w-fit">
              {t('leagues:leave')}
            </Submit>
          </form>
        </details>
      )}
    </div>
  );
}

type MemberGroupProps = {
  title: string;
  people: readonly MemberView[];
  children?: (member: MemberView) => ReactNode;
};

/** People of a league below a heading. Renders nothing without people. @param children renders the actions for each */
export function MemberGroup({ title, people, children }: MemberGroupProps) {
  const t = useT();
  const hrefOf = useLocalHref();
  if (people.length === 0) return null;
  return (
    <TitledSection title={title}>
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
            {children?.(member)}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}
