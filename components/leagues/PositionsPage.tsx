import type { ReactNode } from 'react';
import { nameInSentence } from '#core/locale/sentence.ts';
import { useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { traderPageHref } from '../leaderboard/hrefs.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bdi, Change, DirectionTag } from '../ui/figures.tsx';
import { BackLink } from '../ui/Links.tsx';
import type { MemberHolding, MemberPositionsView } from './view.ts';

/** /leagues/ID/members/USER: a member's open positions in a private game. */
export function PositionsPage({ id, league, username, facts, change, positions }: MemberPositionsView) {
  const t = useT();
  const hrefOf = useLocalHref();
  return (
    <div className="mx-auto grid w-full max-w-160 gap-5">
      <header>
        <BackLink href={`/leagues/${id}`}>{league}</BackLink>
        <h1 className="text-h1 [overflow-wrap:anywhere]">
          {t('leagues:positions.title', { name: nameInSentence(username) })}
        </h1>
        <p className="facts mt-2 text-paper-2">
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <span>
            <Change {...change} />
          </span>
        </p>
      </header>
      {positions.length === 0 ? (
        <EmptyState>{t('leagues:positions.none')}</EmptyState>
      ) : (
        <PositionsTable positions={positions} />
      )}
      <a className="w-fit underline underline-offset-4" href={hrefOf(traderPageHref(username))}>
        {t('leagues:desk.profile')}
      </a>
    </div>
  );
}

const Head = ({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) => (
  <th scope="col" className={`px-2 py-2 font-500 ${isFirst ? 'text-start' : 'text-figures'}`}>
    {children}
  </th>
);

function PositionsTable({ positions }: { positions: readonly MemberHolding[] }) {
  const t = useT();
  return (
    <table className="w-full text-size-small">
      <thead className="text-caption text-paper-3">
        <tr>
          <Head isFirst>{t('leagues:positions.symbol')}</Head>
          <Head>{t('leagues:positions.shares')}</Head>
          <Head>{t('leagues:positions.value')}</Head>
          <Head>{t('leagues:positions.result')}</Head>
        </tr>
      </thead>
      <tbody>
        {positions.map(({ symbol, side, shares, average, value, result }) => (
          <tr key={symbol + side} className="border-t border-line-1">
            <th scope="row" className="px-2 py-2 text-start font-600">
              <Bdi>{symbol}</Bdi> <DirectionTag type={side} />
            </th>
            <td className="px-2 py-2 text-figures">
              {t('leagues:positions.at', { shares, price: average })}
            </td>
            <td className="px-2 py-2 text-figures">
              <Bdi>{value}</Bdi>
            </td>
            <td className="px-2 py-2 text-figures">
              {result ? (
                <>
                  <span className="block">
                    <Bdi>{result.text}</Bdi>
                  </span>
                  <Change {...result.change} />
                </>
              ) : (
                '—'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
