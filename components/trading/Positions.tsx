import type { WireOrder } from '#core/contract/orders.ts';
import {
  formatCents,
  formatChange,
  formatPercent,
  formatQuantity,
  formatUsd,
  NOTHING,
} from '#core/locale/format.ts';
import { priceText } from '#core/market/price-text.ts';
import { plainDecimal, QUANTITY_DIGITS, writeEntry, writePercent, writePrice } from '#core/money/money.ts';
import { isOpening } from '#core/orders/order.ts';
import { firstExit } from '#core/orders/typed-level.ts';
import { chartPath } from '#core/season/game.ts';
import { pnlAt } from '#core/trading/pnl.ts';
import { Template } from '#framework/islands/template.tsx';
import { useT } from '#framework/page.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bdi, DirectionTag } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LiveFigure } from '../ui/LiveFigure.tsx';
import { gainText, gainWay, Heads, positionSide, Ticker } from './dock-parts.tsx';
import { type DockPosition, type DockView, firstRows } from './dock-view.ts';
import { Ask, CancelButtonForm, ChangeForm, common, DockForm, ExitForm } from './forms.tsx';

/** The open positions with their targets and stops. Narrow screens show each as a card. */
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
        {firstRows(view, view.positions, ({ symbol }) => symbol === view.symbol).map((item) => (
          <OpenPosition key={`${item.symbol}${positionSide(item)}`} view={view} item={item} />
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
      isInCard
      action={view.canTrade && <LinkButton href={chartPath(view.game)}>{t('dock:openChart')}</LinkButton>}
    >
      {t('dock:noPositions')}
    </EmptyState>
  );
}

/** The texts of a row that differ between traders; the rest of its HTML is shared. */
type RowTexts = {
  userId: string;
  key: string;
  here: string;
  quantity: string;
  shares: string;
  entry: string;
  last: string;
  price: string;
  pnl: string;
  percent: string;
  worth: string;
  allocation: string;
  live: string;
  /**
   * The price that each form (target, stop) proposes, the profit or loss at that price, and whether it is a gain. Empty
   * without a price, and when the position already has an order of that kind.
   */
  target: string;
  targetPnl: string;
  targetWay: string;
  stop: string;
  stopPnl: string;
  stopWay: string;
};

const NO_EXIT = { price: '', pnl: '', way: '' };

/**
 * Returns the price that the form for a position's target or stop proposes, and the profit or loss at that price; empty
 * texts without a price.
 */
function firstExitTexts(item: DockPosition, kind: 'target' | 'stop') {
  const level = item.price === null ? null : firstExit(kind, !item.isShort, item.price);
  if (!level) return NO_EXIT;
  const pnl = pnlAt(item, item.quantity, level);
  const price = priceText(writePrice(level)).replaceAll(',', '');
  return { price, pnl: gainText(pnl), way: gainWay(pnl) ?? '' };
}

const textsOf = (view: DockView, item: DockPosition, exits: readonly WireOrder[]): RowTexts => {
  const target = exits.some(isTarget) ? NO_EXIT : firstExitTexts(item, 'target');
  const stop = exits.every(isTarget) ? firstExitTexts(item, 'stop') : NO_EXIT;
  return {
    ...figuresOf(view, item),
    target: target.price,
    targetPnl: target.pnl,
    targetWay: target.way,
    stop: stop.price,
    stopPnl: stop.pnl,
    stopWay: stop.way,
  };
};

function figuresOf(view: DockView, item: DockPosition) {
  const quantity = plainDecimal(item.quantity, QUANTITY_DIGITS);
  const price = item.price === null ? null : writePrice(item.price);
  return {
    userId: String(view.userId),
    key: view.key,
    here: view.here,
    live: item.live,
    quantity,
    shares: formatQuantity(quantity),
    entry: priceText(writeEntry(item.entry)),
    last: price === null ? NOTHING : priceText(price),
    price: price === null ? '' : formatUsd(price),
    pnl: gainText(item.pnl),
    percent: item.pnlPercent === null ? '' : formatChange(writePercent(item.pnlPercent)),
    worth: formatCents(item.value),
    allocation: view.place === 'page' ? formatPercent(writePercent(item.allocation)) : '',
  };
}

/** True for a target, false for a stop: every order that closes a position at a price is one of the two. */
const isTarget = ({ type }: WireOrder) => type === 'limit';

/**
 * Renders the row of a position. Traders whose rows have the same `shape` (game, symbol, side, kinds of closing orders
 * and so on) share the cached HTML; only the texts in `values` differ.
 */
function OpenPosition({ view, item }: { view: DockView; item: DockPosition }) {
  const { symbol, price, pnl, pnlPercent } = item;
  const { place, canTrade, orders } = view;
  const className = symbol === view.symbol ? 'dock-row dock-own' : 'dock-row';
  // a market order that waits for the opening is neither target nor stop
  const exits = orders.filter(
    (order) =>
      order.symbol === symbol &&
      !isOpening(order.action) &&
      order.status !== 'held' &&
      order.type !== 'market',
  );
  const texts = textsOf(view, item, exits);
  // a row with a refused change has typed values of one trader, so its HTML cannot be shared
  if (exits.length > 0 && view.refused)
    return (
      <tr className={className}>
        <Cells view={view} item={item} texts={texts} exits={exits.map(exitOf)} />
      </tr>
    );
  const hasFigures = [price !== null, pnlPercent !== null];
  const terms = exits.map((order) =>
    [order.type, exitOf(order).price !== '', ...TERMS.filter((term) => order[term] !== null)].join(' '),
  );
  return (
    <Template
      as="tr"
      className={className}
      shape={[
        'position',
        view.game,
        symbol,
        positionSide(item),
        place,
        canTrade,
        view.isLongOnly,
        view.needsReason,
        gainWay(pnl),
        ...hasFigures,
        ...terms,
      ].join()}
      values={{ ...texts, ...exitTexts(exits) }}
    >
      {(slots) => (
        <Cells
          view={{ ...view, here: slots.here }}
          item={item}
          exits={slottedExits(exits, slots)}
          texts={slots}
        />
      )}
    </Template>
  );
}

type Exit = { order: WireOrder; price: string };

function exitOf(order: WireOrder): Exit {
  const price = order.currentStop ?? order.stopPrice ?? order.limitPrice;
  return { order, price: price ? formatUsd(price) : '' };
}

/** The fields of an order that differ between traders. */
const TERMS = ['id', 'quantity', 'stopPrice', 'limitPrice', 'trailAmount', 'trailPercent'] as const;

/** Returns the texts of the orders, by term and the order's index: `price0`, `stopPrice1`. */
const exitTexts = (exits: readonly WireOrder[]): Record<string, string> =>
  Object.fromEntries(
    exits.flatMap((order, i) => [
      [`price${i}`, exitOf(order).price],
      ...TERMS.map((term) => [`${term}${i}`, order[term] ?? '']),
    ]),
  );

const slottedExits = (exits: readonly WireOrder[], slots: Record<string, string>): Exit[] =>
  exits.map((order, i) => {
    const terms = TERMS.map((term) => [term, order[term] === null ? null : slots[`${term}${i}`]]);
    const price = exitOf(order).price && slots[`price${i}`]!;
    return { order: { ...order, ...Object.fromEntries(terms) }, price };
  });

type CellsProps = {
  view: DockView;
  item: DockPosition;
  texts: RowTexts;
  exits: readonly Exit[];
};

function Cells({ view, item, texts, exits }: CellsProps) {
  const { symbol, pnl, pnlPercent } = item;
  const { shares, entry, last, percent, worth, allocation, live } = texts;
  const t = useT();
  return (
    <>
      <th scope="row" className="dock-symbol">
        <Ticker symbol={symbol} game={view.canTrade ? view.game : null} />
      </th>
      <td>
        <DirectionTag type={positionSide(item)} />
      </td>
      <td className="dock-shares">
        <Bdi>{shares}</Bdi>
      </td>
      <td className="dock-entry" data-name={t('dock:entry')}>
        <Bdi>{entry}</Bdi>
      </td>
      <td className="dock-last" data-name={t('dock:last')}>
        <bdi dir="ltr" className="live-price" data-live={`last:${symbol}`}>
          {last}
        </bdi>
      </td>
      <td className="dock-pnl">
        <LiveFigure live={`pnl:${live}`} text={texts.pnl} way={gainWay(pnl)} />
        {pnlPercent !== null && (
          <span className="dock-percent">
            (
            <bdi dir="ltr" data-live={`percent:${live}`}>
              {percent}
            </bdi>
            )
          </span>
        )}
      </td>
      <td className="dock-worth" data-name={t('dock:value')}>
        <bdi dir="ltr" data-live={`value:${live}`}>
          {worth}
        </bdi>
      </td>
      {view.place === 'page' && (
        <td className="dock-worth">
          <Bdi>{allocation}</Bdi>
        </td>
      )}
      {view.canTrade && <Actions view={view} item={item} texts={texts} exits={exits} />}
    </>
  );
}

function Actions({ view, item, texts, exits }: CellsProps) {
  const t = useT();
  const { symbol, isShort } = item;
  const { shares, price } = texts;
  const [close, reverse] = isShort ? (['cover', 'buy'] as const) : (['sell', 'short'] as const);
  const cell = { view, item, texts };
  return (
    <>
      <ExitCell {...cell} type="limit" exit={exits.find(({ order }) => isTarget(order))} />
      <ExitCell {...cell} type="stop" exit={exits.find(({ order }) => !isTarget(order))} />
      <td className="dock-acts">
        {!view.needsReason && (isShort || !view.isLongOnly) && (
          <Ask label={t('dock:reverse')} name={symbol}>
            <p>{t(isShort ? 'dock:reverseShort' : 'dock:reverseLong', { quantity: shares })}</p>
            <DockForm
              to="/api/trade"
              fields={{
                ...common(view, texts, `${symbol}-reverse`),
                symbol,
                action: reverse,
                reverse: '1',
                quantity: texts.quantity,
              }}
            >
              <Submit className="btn-small">{t('dock:reverse')}</Submit>
            </DockForm>
          </Ask>
        )}
        <Ask label={t('dock:close')} name={symbol}>
          <p>
            {item.price === null
              ? t('dock:closeAskPlain', { quantity: shares })
              : t('dock:closeAsk', { quantity: shares, price })}
          </p>
          <DockForm
            to="/api/trade"
            fields={{ ...common(view, texts, `${symbol}-close`), symbol, action: close, closeAll: '1' }}
          >
            <Submit className="btn-small">{t('dock:close')}</Submit>
          </DockForm>
        </Ask>
      </td>
    </>
  );
}

/** The target or the stop of a position, with the forms to change, cancel or add it. */
function ExitCell({
  view,
  item,
  texts,
  type,
  exit,
}: Omit<CellsProps, 'exits'> & {
  type: 'limit' | 'stop';
  exit: Exit | undefined;
}) {
  const t = useT();
  const label = t(type === 'limit' ? 'dock:target' : 'dock:stop');
  return (
    <td className={type === 'limit' ? 'dock-target' : 'dock-stop'}>
      <Ask
        look="btn btn-ghost btn-small dock-exit"
        name={`${item.symbol} ${label}`}
        label={
          <>
            <span className="dock-exit-word" aria-hidden="true">
              {label}{' '}
            </span>
            {exit?.price ? (
              <Bdi>{exit.price}</Bdi>
            ) : (
              <span className="dock-add">
                <Icon name="plus" size="size-3.5" /> {t('dock:add')}
              </span>
            )}
          </>
        }
      >
        {exit ? (
          <>
            <ChangeForm view={view} order={exit.order} />
            <CancelButtonForm view={view} order={exit.order} label={t('dock:remove')} />
          </>
        ) : (
          <ExitForm view={view} texts={texts} item={item} type={type} />
        )}
      </Ask>
    </td>
  );
}
