import { Fragment } from 'react';
import { usePage } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { Bdi } from '../ui/Bdi.tsx';
import { Change } from '../ui/Change.tsx';
import type { Worth } from './SeasonOver.tsx';
import { GapRow, RowName } from './table-parts.tsx';

/** A ranked trader; `rowNumber` from 1. */
export type TopRow = Worth & {
  userId: number;
  rowNumber: number;
  place: number;
  username: string;
  isSimulated: boolean;
};

/** The first rows of the running table, and the reader's own with its neighbours. Nothing while nobody is ranked. */
export function TopTable({ rows }: { rows: readonly TopRow[] }) {
  const { t } = usePage();
  const hrefOf = useLocalHref();
  if (rows.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="table">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="table" className="text-h3">
          {t('competition:table')}
        </h2>
        <a className="text-paper-2 underline-offset-4 hover:underline" href={hrefOf('/leaderboards')}>
          {t('competition:wholeTable')}
        </a>
      </div>
      <div className="card mt-3 overflow-hidden">
        <table className="w-full text-size-body">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('seasons:place')}</th>
              <th scope="col">{t('seasons:trader')}</th>
              <th scope="col">{t('seasons:portfolio')}</th>
              <th scope="col">{t('page:return')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <Fragment key={row.userId}>
                {row.rowNumber > (rows[i - 1]?.rowNumber ?? 0) + 1 && (
                  <GapRow className="px-4 py-1" columns={4} />
                )}
                <Row row={row} isFirst={i === 0} />
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ row, isFirst }: { row: TopRow; isFirst: boolean }) {
  const { user } = usePage();
  const isOwn = row.userId === user?.id;
  return (
    <tr className={`${isFirst ? '' : 'border-t'} ${isOwn ? 'season-own' : ''}`}>
      <td className={`px-4 py-3 ${row.place <= 3 ? 'font-600 text-tkf' : 'text-paper-2'}`}>{row.place}</td>
      <td className="py-3 [overflow-wrap:anywhere]">
        <RowName row={row} isOwn={isOwn} />
      </td>
      <td className="py-3 text-end lt-sm:hidden">
        <Bdi>{row.equity}</Bdi>
      </td>
      <td className="px-4 py-3 text-end">
        <Change {...row.change} />
      </td>
    </tr>
  );
}
