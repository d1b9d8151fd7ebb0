import { formatCents } from '#core/locale/format.ts';
import { DOCK_TABS, type DockState, type DockTab, MOST_ROWS, writeDockState } from '#core/trading/dock.ts';
import { Template } from '#framework/islands/template.tsx';
import { useT } from '#framework/page.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { Bdi } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LiveFigure } from '../ui/LiveFigure.tsx';
import { gainText, gainWay, positionSide } from './dock-parts.tsx';
import { countOrders, type DockView, gameField } from './dock-view.ts';
import { Ask, common, DockForm } from './forms.tsx';
import { History, Orders } from './Orders.tsx';
import { Positions } from './Positions.tsx';

export function Dock({ view }: { view: DockView }) {
  const t = useT();
  const { game, place, isOpen, tab, canTrade, positions, orders } = view;
  const around = {
    id: 'dock',
    className: `dock dock-${place}${isOpen ? '' : ' dock-shut'}`,
    'aria-label': t('dock:title'),
    // Below the chart the dock is a live region. On /portfolio the whole page is the live region.
    'data-region': place === 'chart' ? 'dock' : undefined,
  };
  const hrefs = hrefsOf(view);
  if (positions.length > 0 || orders.length > 0 || tab === 'history')
    return (
      <section {...around}>
        <Parts view={view} hrefs={hrefs} />
      </section>
    );
  return (
    <Template
      as="section"
      {...around}
      shape={['empty dock', game, place, isOpen, tab, canTrade].join()}
      values={hrefs}
    >
      {(slots) => <Parts view={view} hrefs={slots} />}
    </Template>
  );
}

type PartsProps = { view: DockView; hrefs: Hrefs };

/**
 * The texts in the dock's line and head that differ between traders with the same number of positions and orders. The
 * other HTML is shared.
 */
type Texts = Hrefs & Record<'userId' | 'key' | 'here' | 'live' | 'gain' | 'worth' | 'symbols', string>;
type HeadProps = { view: DockView; texts: Texts };

const textsOf = ({ userId, key, here, unrealised, worth, positions }: DockView, hrefs: Hrefs): Texts => ({
  ...hrefs,
  userId: String(userId),
  key,
  here,
  live: positions.map(({ live }) => live).join(' '),
  gain: gainText(unrealised),
  worth: formatCents(worth),
  symbols: positions.map((item) => `${item.symbol}:${positionSide(item)}`).join(' '),
});

function Parts({ view, hrefs }: PartsProps) {
  const { game, place, isOpen, isWhole, tab, canTrade, unrealised, positions, orders } = view;
  const t = useT();
  const values = textsOf(view, hrefs);
  const shape = [
    ...['dock', game, place, isOpen, isWhole, tab, canTrade, gainWay(unrealised)],
    ...[positions.length, orders.length, countOrders(view)],
  ].join();
  return (
    <>
      {place === 'chart' && (
        <Template
          as="button"
          type="button"
          className="dock-line"
          aria-haspopup="dialog"
          data-sheet={t('dock:dismiss')}
          shape={`${shape} line`}
          values={values}
        >
          {(texts) => <Line view={view} texts={texts} />}
        </Template>
      )}
      <div className="dock-panel">
        <Template as="div" className="dock-head" shape={`${shape} head`} values={values}>
          {(texts) => (
            <>
              <Tabs view={view} hrefs={texts} />
              <Sums view={view} texts={texts} />
              <Whole view={view} texts={texts} />
              {place === 'chart' && <Shut view={view} hrefs={texts} />}
            </>
          )}
        </Template>
        <div className="dock-body" id="dock-body">
          {tab === 'positions' && <Positions view={view} />}
          {tab === 'orders' && <Orders view={view} />}
          {tab === 'history' && <History view={view} />}
          <Rest view={view} hrefs={hrefs} />
        </div>
      </div>
    </>
  );
}

/** The dock as one line, on phones. A press on the line opens the dock as a sheet. */
function Line({ view, texts: { live, gain } }: HeadProps) {
  const { positions, unrealised } = view;
  const t = useT();
  return (
    <>
      <span>{t('dock:positionCount', { count: positions.length })}</span>
      {positions.length > 0 && (
        <>
          <span aria-hidden="true">·</span>
          <LiveFigure live={`pnl:${live}`} text={gain} way={gainWay(unrealised)} />
        </>
      )}
      <span className="dock-line-end">{t('dock:orderCount', { count: countOrders(view) })}</span>
      <Icon name="chevron-down" className="dock-turn" />
    </>
  );
}

type Hrefs = Record<DockTab | 'turn' | 'whole', string>;

/**
 * Returns addresses of this page: one for each tab, `turn` to open or close the dock, `whole` to show all rows or only
 * the first ones.
 */
function hrefsOf({ here, tab, isOpen, isWhole }: DockView): Hrefs {
  const url = new URL(here, 'http://x');
  const hrefOf = (state: DockState) => {
    url.searchParams.set('dock', writeDockState(state));
    return url.pathname + url.search + url.hash;
  };
  const tabs = DOCK_TABS.map((each) => [each, hrefOf({ tab: each, isOpen: true })]);
  return {
    ...Object.fromEntries(tabs),
    turn: hrefOf({ tab, isOpen: !isOpen }),
    whole: hrefOf({ tab, isOpen: true, isWhole: !isWhole }),
  };
}

function Tabs({ view, hrefs }: PartsProps) {
  const t = useT();
  const counts = { positions: view.positions.length, orders: countOrders(view), history: null };
  return (
    <nav className="dock-tabs" aria-label={t('dock:title')}>
      {DOCK_TABS.map((tab) => {
        const state = { tab, isOpen: true };
        return (
          <a
            key={tab}
            className="dock-tab"
            href={hrefs[tab]}
            data-dock={writeDockState(state)}
            data-held
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

function Sums({ view, texts: { live, gain, worth } }: HeadProps) {
  const t = useT();
  if (view.positions.length === 0 || view.place === 'page') return null;
  return (
    <dl className="dock-sums">
      <div>
        <dt>{t('dock:open')}</dt>
        <dd>
          <LiveFigure live={`pnl:${live}`} text={gain} way={gainWay(view.unrealised)} />
        </dd>
      </div>
      <div className="dock-value">
        <dt>{t('dock:value')}</dt>
        <dd>
          <bdi dir="ltr" data-live={`value:${live}`}>
            {worth}
          </bdi>
        </dd>
      </div>
    </dl>
  );
}

function Whole({ view, texts }: HeadProps) {
  const t = useT();
  const { tab, positions, orders } = view;
  const { worth, here } = texts;
  if (!view.canTrade) return null;
  if (tab === 'positions' && positions.length > 0) {
    const fields = { ...common(view, texts, 'all'), positions: texts.symbols };
    const closeAll = t('dock:closeAll', { count: positions.length });
    return (
      <Ask label={closeAll}>
        <p>{t('dock:closeAllAsk', { count: positions.length, sum: worth })}</p>
        <DockForm to="/api/positions/close" fields={fields}>
          <Submit className="btn-small">{closeAll}</Submit>
        </DockForm>
      </Ask>
    );
  }
  if (tab !== 'orders' || orders.length === 0) return null;
  return (
    <Ask label={t('dock:cancelAll')}>
      <p>{t('dock:cancelAllAsk', { count: countOrders(view) })}</p>
      <DockForm to="/api/orders/cancel" fields={{ ...gameField(view), next: here }}>
        <Submit look="danger" className="btn-small">
          {t('dock:cancelAll')}
        </Submit>
      </DockForm>
    </Ask>
  );
}

/** The link to the other rows of a long list, or back to the first ones. */
function Rest({ view: { tab, isWhole, positions, orders, past }, hrefs }: PartsProps) {
  const t = useT();
  const count = { positions, orders, history: past ?? [] }[tab].length;
  if (count <= MOST_ROWS) return null;
  const state = { tab, isOpen: true, isWhole: !isWhole };
  return (
    <>
      <LinkButton
        look="ghost"
        className="dock-rest"
        href={hrefs.whole}
        data-dock={writeDockState(state)}
        data-held
      >
        {isWhole ? t('dock:showFirst', { count: MOST_ROWS }) : t('dock:showAll', { count })}
      </LinkButton>
      {!isWhole && <p className="dock-cut">{t('dock:firstOf', { shown: MOST_ROWS, count })}</p>}
    </>
  );
}

function Shut({ view, hrefs }: PartsProps) {
  const t = useT();
  const state = { tab: view.tab, isOpen: !view.isOpen };
  return (
    <a
      className="icon-btn dock-toggle"
      href={hrefs.turn}
      data-dock={writeDockState(state)}
      data-held
      aria-label={t(view.isOpen ? 'dock:hide' : 'dock:show')}
    >
      <Icon name="chevron-down" className={view.isOpen ? '' : 'dock-turn'} />
    </a>
  );
}
