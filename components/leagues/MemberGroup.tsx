import type { ReactNode } from 'react';
import { useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import type { MemberView } from './view.ts';

/** A heading and the people of a league below it; nothing without people. `children` draws what can be done with each. */
export function MemberGroup({
  title,
  people,
  children,
}: {
  title: string;
  people: readonly MemberView[];
  children?: (member: MemberView) => ReactNode;
}) {
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
            {children?.(member)}
          </li>
        ))}
      </ul>
    </section>
  );
}
