import * as at from '#core/contract/addresses.ts';
import { formatUsd } from '#core/locale/format.ts';
import { DOCK_TABS, type DockState, writeDockState } from '#core/trading/dock.ts';
import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Ask } from './Ask.tsx';
import { common, DockForm } from './forms.tsx';
import { Gain } from './Gain.tsx';
import { History } from './History.tsx';
import { Orders } from './Orders.tsx';
import { Positions } from './Positions.tsx';
import type { DockView } from './types.ts';

/** Positions, orders and history of the reader, with the forms that act on them. */
export function Dock({ view }: { view: DockView }) {
  const t = useT();
  const { place, isOpen, tab } = view;
  return (
    <section
      id="dock"
      className={`dock dock-${place}${isOpen ? '' : ' dock-shut'}`}
      aria-label={t('dock:title')}
      // a part of its own under the chart; elsewhere its page is drawn anew as a whole
      data-region={place === 'chart' ? 'dock' : undefined}
    >
      {place === 'chart' && <Line view={view} />}
      <div className="dock-panel">
        <div className="dock-head">
          <Tabs view={view} />
          <Sums view={view} />
          <Whole view={view} />
          {place === 'chart' && <Shut view={view} />}
        </div>
        <div className="dock-body" id="dock-body">
          {tab === 'positions' && <Positions view={view} />}
          {tab === 'orders' && <Orders view={view} />}
          {tab === 'history' && <History view={view} />}
        </div>
      </div>
    </section>
  );
}

/** The dock in one line, on phones: it opens the sheet. */
function Line({ view }: { view: DockView }) {
  const t = useT();
  return (
    <button type="button" className="dock-line" aria-haspopup="dialog" data-sheet={t('dock:dismiss')}>
      <span>{t('dock:positionCount', { count: view.positions.length })}</span>
      {view.positions.length > 0 && (
        <>
          <span aria-hidden="true">·</span>
          <Gain live={liveOf(view)} value={view.unrealised} />
        </>
      )}
      <span className="dock-line-end">{t('dock:orderCount', { count: view.orders.length })}</span>
      <Icon name="chevron-down" className="dock-turn" />
    </button>
  );
}

/** The page in another state of the dock; a script keeps the state and stays on the page. */
function hrefOf({ here }: DockView, state: DockState): string {
  const url = new URL(here, 'http://x');
  url.searchParams.set('dock', writeDockState(state));
  return url.pathname + url.search + url.hash;
}

function Tabs({ view }: { view: DockView }) {
  const t = useT();
  const counts = { positions: view.positions.length, orders: view.orders.length, history: null };
  return (
    <nav className="dock-tabs" aria-label={t('dock:title')}>
      {DOCK_TABS.map((tab) => {
        const state = { tab, isOpen: true };
        return (
          <a
            key={tab}
            className="dock-tab"
            href={hrefOf(view, state)}
            data-dock={writeDockState(state)}
            aria-current={tab === view.tab ? 'true' : undefined}
          >
            {t(`dock:${tab}`)}
            {counts[tab] !== null && <Bdi className="dock-count">{counts[tab]}</Bdi>}
          </a>
        );
      })}
    </nav>
  );
}

const liveOf = ({ positions }: DockView) => positions.map(({ live }) => live).join(' ');

function Sums({ view }: { view: DockView }) {
  const t = useT();
  if (view.positions.length === 0 || view.place === 'page') return null;
  return (
    <dl className="dock-sums">
      <div>
        <dt>{t('dock:open')}</dt>
        <dd>
          <Gain live={liveOf(view)} value={view.unrealised} />
        </dd>
      </div>
      <div className="dock-value">
        <dt>{t('dock:value')}</dt>
        <dd>
          <bdi dir="ltr" data-live={`value:${liveOf(view)}`}>
            {formatUsd(view.worth)}
          </bdi>
        </dd>
      </div>
    </dl>
  );
}

/** What acts on the whole list. */
function Whole({ view }: { view: DockView }) {
  const t = useT();
  const { tab, positions, orders, worth, here } = view;
  if (!view.canTrade) return null;
  if (tab === 'positions' && positions.length > 0) {
    const fields = {
      ...common(view, 'all'),
      positions: positions.map(({ symbol, type }) => `${symbol}:${type}`).join(' '),
    };
    return (
      <Ask label={t('dock:closeAll')}>
        <p>{t('dock:closeAllAsk', { count: positions.length, sum: formatUsd(worth) })}</p>
        <DockForm to={at.closePositions} fields={fields}>
          <button type="submit" className="btn btn-primary btn-small">
            {t('dock:closeAll')}
          </button>
        </DockForm>
      </Ask>
    );
  }
  if (tab !== 'orders' || orders.length === 0) return null;
  return (
    <Ask label={t('dock:cancelAll')}>
      <p>{t('dock:cancelAllAsk', { count: orders.length })}</p>
      <DockForm to={at.cancelOrdersForm} fields={{ next: here }}>
        <button type="submit" className="btn btn-danger btn-small">
          {t('dock:cancelAll')}
        </button>
      </DockForm>
    </Ask>
  );
}

function Shut({ view }: { view: DockView }) {
  const t = useT();
  const state = { tab: view.tab, isOpen: !view.isOpen };
  return (
    <a
      className="icon-btn dock-toggle"
      href={hrefOf(view, state)}
      data-dock={writeDockState(state)}
      aria-label={t(view.isOpen ? 'dock:hide' : 'dock:show')}
    >
      <Icon name="chevron-down" className={view.isOpen ? '' : 'dock-turn'} />
    </a>
  );
}
