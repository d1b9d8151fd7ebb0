import { useT } from '#framework/page.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Heads } from './Heads.tsx';
import { OpenPosition } from './OpenPosition.tsx';
import type { DockView } from './types.ts';

/** Open positions with what closes them. Narrow screens show each as a card. */
export function Positions({ view }: { view: DockView }) {
  if (view.positions.length === 0) return <NoPositions view={view} />;
  return (
    <table className="dock-table">
      <Heads
        names={[
          'symbol',
          'side',
          'shares',
          'entry',
          'last',
          'pnl',
          'value',
          view.place === 'page' && 'allocation',
          view.canTrade && 'target',
          view.canTrade && 'stop',
          view.canTrade && 'actions',
        ]}
      />
      <tbody>
        {view.positions.map((item) => (
          <OpenPosition key={`${item.symbol}${item.type}`} view={view} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function NoPositions({ view }: { view: DockView }) {
  const t = useT();
  if (view.place === 'chart') return <p className="dock-empty">{t('dock:noPositions')}</p>;
  return (
    <EmptyState
      action={
        view.canTrade && (
          <a className="btn btn-secondary" href="/chart">
            {t('dock:openChart')}
          </a>
        )
      }
    >
      {t('dock:noPositions')}
    </EmptyState>
  );
}
