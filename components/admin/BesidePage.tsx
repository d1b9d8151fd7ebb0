import type { Minute } from '#core/account/beside.ts';
import { addressOf, pageField } from '#core/contract/address.ts';
import { useT } from '#framework/page.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bdi } from '../ui/figures.tsx';
import { PageLinks, SegmentLinks } from '../ui/Links.tsx';
import { ColumnHead } from './PeoplePage.tsx';

type FillView = { id: string; time: string; action: string; text: string };
/** The fills of one account in a minute. `more` is the number of fills that are not listed. */
type Fills = { fills: readonly FillView[]; more: number };

type Props = {
  /** The two accounts. All texts are formatted. */
  people: readonly [Person, Person];
  minutes: readonly { id: string; when: string; sides: Minute<never>['sides']; accounts: readonly Fills[] }[];
  /** True when the list has only minutes in which both traded. */
  isCommon: boolean;
  /** "3 minutes in which both traded". */
  common: string;
  /** If the list leaves out old fills, a sentence with the time from which it is complete; null otherwise. */
  cut: string | null;
  page: number;
  pages: number;
};
type Person = { id: number; username: string };

/** /admin/people/ID/beside/OTHER: the trades of two accounts, minute by minute. */
export function BesidePage({ people, minutes, isCommon, common, cut, page, pages }: Props) {
  const t = useT();
  const [one, other] = people;
  const hrefOf = (isOfBoth: boolean, number = 1) => besideHref(one.id, other.id, isOfBoth, number);
  const segments = [false, true].map((isOfBoth) => ({
    href: hrefOf(isOfBoth),
    label: t(isOfBoth ? 'people:minutesBoth' : 'people:minutesAll'),
    current: isOfBoth === isCommon,
  }));
  return (
    <div className="mx-auto w-full max-w-254">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="break-all text-h1">{t('people:beside')}</h1>
        <SegmentLinks label={t('people:minutes')} segments={segments} />
      </div>
      <p className="mt-4 max-w-[72ch] text-paper-2">{t('people:besideAbout')}</p>
      <p className="mt-2 max-w-[72ch] text-paper-2">
        {common}. {cut}
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-6">
        {people.map(({ id, username }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4">
            <a className={`${ACCOUNT_LINK} font-600`} href={`/admin/people/${id}`}>
              <bdi>{username}</bdi>
            </a>
            <a className={`${ACCOUNT_LINK} text-size-small`} href={`/api/people/${id}/fills`} download>
              {t('people:fillsFile')}
            </a>
          </li>
        ))}
      </ul>
      <div className="mt-5">
        {minutes.length === 0 ? (
          <EmptyState shape="square">{t(isCommon ? 'people:noCommon' : 'people:noFills')}</EmptyState>
        ) : (
          <table className="w-full text-size-small lt-md:block">
            <thead className="text-caption text-paper-3 lt-md:sr-only">
              <tr>
                <ColumnHead>{t('people:minute')}</ColumnHead>
                {people.map(({ id, username }) => (
                  <ColumnHead key={id}>
                    <bdi>{username}</bdi>
                  </ColumnHead>
                ))}
              </tr>
            </thead>
            <tbody className="lt-md:grid lt-md:gap-3">
              {minutes.map(({ id, when, sides, accounts }) => (
                <tr
                  key={id}
                  className={`border-t border-line-1 align-top lt-md:block lt-md:pt-3 ${sides ? 'bg-ink-3' : ''}`}
                >
                  <th scope="row" className={`${CELL} whitespace-nowrap text-start font-500`}>
                    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 md:grid">
                      {when}
                      {sides && (
                        <span className={`tag w-fit ${sides === 'opposite' ? 'text-loss' : ''}`}>
                          {t(`people:sides.${sides}`)}
                        </span>
                      )}
                    </span>
                  </th>
                  {accounts.map((fills, index) => (
                    <FillsCell key={people[index]!.id} username={people[index]!.username} {...fills} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
      <PageLinks page={page} pages={pages} hrefOf={(number) => hrefOf(isCommon, number)} />
    </div>
  );
}

/** Classes of a link to an account or to its file, as high as a finger needs. */
export const ACCOUNT_LINK = 'inline-flex min-h-11 items-center break-all underline underline-offset-4';
const CELL = 'px-3 py-2 lt-md:block lt-md:py-1';

function FillsCell({ username, fills, more }: Fills & { username: string }) {
  const t = useT();
  return (
    <td className={`${CELL} md:w-2/5 ${fills.length === 0 ? 'lt-md:hidden' : ''}`}>
      <p className="text-caption text-paper-3 md:hidden">
        <bdi>{username}</bdi>
      </p>
      <ul className="grid gap-1">
        {fills.map(({ id, time, action, text }) => (
          <li key={id} className="flex flex-wrap gap-x-2">
            <span className="text-paper-3">{time}</span>
            <span className="font-500">{action}</span>
            <Bdi>{text}</Bdi>
          </li>
        ))}
        {more > 0 && <li className="text-paper-3">{t('accounts:more', { count: more })}</li>}
      </ul>
    </td>
  );
}

/**
 * Returns the address of the comparison of two accounts.
 * @param isCommon true for only the minutes in which both accounts traded
 */
export const besideHref = (id: number, otherId: number, isCommon = false, page = 1) =>
  addressOf(`/admin/people/${id}/beside/${otherId}`, { show: isCommon && 'both', ...pageField(page) });
