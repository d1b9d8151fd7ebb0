import { addressOf, pageField } from '#core/contract/address.ts';
import { LEAST_DAYS, MOST_CORRELATION } from '#core/leaderboard/opposite-days.ts';
import { MUCH_DAY_XP } from '#core/progress/xp.ts';
import { useT } from '#framework/page.tsx';
import { traderHref } from '../leaderboard/hrefs.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageLinks, SegmentLinks } from '../ui/Links.tsx';
import { besideHref } from './BesidePage.tsx';

/** Accounts with something in common, or an account that earns much XP; formatted texts. */
export type HintRow = {
  id: string;
  names: readonly string[];
  /** The number of accounts of the row that `names` leaves out. */
  more: number;
  /** The number of accounts, the XP, the days with their correlation, or the mirrored trades: "4 of 5". */
  count: string;
  last: string;
  /** Ids of two accounts whose fills can be compared. */
  pair?: readonly [number, number];
};

type Props = { show: Hint; rows: readonly HintRow[]; page: number; pages: number };

/** /admin/accounts: accounts that may belong to one person, and accounts that earn much XP. */
export function AccountsPage({ show, rows, page, pages }: Props) {
  const t = useT();
  const segments = HINTS.map((hint) => ({
    href: hintsHref(hint),
    label: t(`accounts:kind.${hint}`),
    current: hint === show,
  }));
  return (
    <div className="mx-auto w-full max-w-254">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-h1">{t('accounts:title')}</h1>
        <div className="max-w-full overflow-x-auto">
          <SegmentLinks label={t('accounts:filter')} segments={segments} />
        </div>
      </div>
      <p className="mt-5 max-w-[72ch] text-size-body text-paper-2">
        {t(`accounts:what.${show}`, { xp: MUCH_DAY_XP, days: LEAST_DAYS, most: MOST_CORRELATION })}
      </p>
      {show !== 'xp' && (
        <p className="mt-2 max-w-[72ch] text-size-body text-paper-2">
          {t('accounts:about')} <span className="text-paper-3">{t('accounts:kept')}</span>
        </p>
      )}
      <div className="mt-6">
        {rows.length === 0 ? (
          <EmptyState shape="square">{t(show === 'xp' ? 'accounts:emptyXp' : 'accounts:empty')}</EmptyState>
        ) : (
          <Hints show={show} rows={rows} />
        )}
      </div>
      <PageLinks page={page} pages={pages} hrefOf={(each) => hintsHref(show, each)} moves />
    </div>
  );
}

/** The keys of the headings above a row's `count` and `last`. */
const FIGURES = {
  shared: ['count', 'last'],
  opposite: ['times', 'last'],
  days: ['dayCount', 'last'],
  alike: ['times', 'last'],
  xp: ['mostXp', 'day'],
} as const;

function Hints({ show, rows }: Pick<Props, 'show' | 'rows'>) {
  const t = useT();
  return (
    <table className="w-full text-size-small">
      <thead className="text-caption text-paper-3">
        <tr>
          {(['who', ...FIGURES[show]] as const).map((key) => (
            <th key={key} scope="col" className="px-3 py-2 text-start font-500">
              {t(`accounts:${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-t border-line-1 align-top">
            <td className="px-3 py-2.5">
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {row.names.map((name) => (
                  <li key={name}>
                    <a
                      className="break-all underline underline-offset-4"
                      href={traderHref(1, name, 'history')}
                    >
                      <bdi>{name}</bdi>
                    </a>
                  </li>
                ))}
                {row.pair && (
                  <li>
                    <a className="text-paper-2 underline underline-offset-4" href={besideHref(...row.pair)}>
                      {t('people:beside')}
                    </a>
                  </li>
                )}
                {row.more > 0 && <li className="text-paper-3">{t('accounts:more', { count: row.more })}</li>}
              </ul>
            </td>
            <td className="whitespace-nowrap px-3 py-2.5">{row.count}</td>
            <td className="px-3 py-2.5 text-paper-2 sm:whitespace-nowrap">{row.last}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * The kinds of hints. The first four say that accounts may belong to one person; `xp` lists accounts that earn much XP.
 */
export const HINTS = ['shared', 'opposite', 'days', 'alike', 'xp'] as const;
type Hint = (typeof HINTS)[number];

const hintsHref = (hint: Hint, page = 1) =>
  addressOf('/admin/accounts', { show: hint !== 'shared' && hint, ...pageField(page) });
