import { useT } from '#framework/page.tsx';
import { Submit } from '../ui/Button.tsx';
import { PageLinks } from '../ui/Links.tsx';
import { MemberGroup } from './MemberGroup.tsx';
import type { MembersView } from './view.ts';

type Props = MembersView & { id: string };

/** The members of a league, and the way out of it. */
export function MembersTab({ id, members, page, pages, canLeave }: Props) {
  const t = useT();
  const hrefOf = (to: number) => `/leagues/${id}?tab=members${to > 1 ? `&page=${to}` : ''}`;
  return (
    <div className="grid gap-7">
      <div>
        <MemberGroup title={t('leagues:people')} people={members} />
        <PageLinks page={page} pages={pages} hrefOf={hrefOf} />
      </div>
      {canLeave && (
        <details className="card max-w-120 p-4">
          <summary className="cursor-pointer font-500">{t('leagues:leave')}</summary>
          <form className="mt-3 grid gap-3" method="post" action={`/api/leagues/${id}/leave`}>
            <p className="text-size-small text-paper-2">{t('leagues:leaveHint')}</p>
            <Submit look="danger" className="w-fit">
              {t('leagues:leave')}
            </Submit>
          </form>
        </details>
      )}
    </div>
  );
}
