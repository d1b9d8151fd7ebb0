import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { floorCash } from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { writeFlag } from '../../_state/flag.ts';
import { useFlag } from '../../_state/use-flag.ts';
import { Later, part } from '../ground/later.tsx';
import { agedText } from '../ground/strings.ts';
import { useStrings } from '../ground/use-strings.tsx';
import { OrderButtons, SIDES } from '../view/OrderButtons.tsx';
import { type Arrange, ChartSettings, QuickTools, type SettingsProps } from '../view/Settings.tsx';
import { Stage } from '../view/Stage.tsx';
import { Toolbar } from '../view/Toolbar.tsx';
import { type Chart, type ChartProps, useChart } from './use-chart.ts';
import { usePanelKeys } from './use-panel-keys.ts';

/** The open ticket. The server loads its code before it renders one. */
export const orderTicket = part(async () => (await import('../ticket/Ticket.tsx')).default);
const axisOrder = part(async () => (await import('../view/AxisOrder.tsx')).default);
const lineReceipt = part(async () => (await import('../ticket/Ticket.tsx')).LineReceipt);
const compareChip = part(async () => (await import('../scale/Compare.tsx')).default);
const liveChip = part(async () => (await import('../live/LiveChip.tsx')).default);
const shortcutList = part(async () => (await import('../view/ShortcutList.tsx')).default);

type PanelProps = ChartProps & {
  /** The chart's number on the page, from 1; null for the only one. */
  place: number | null;
  /** True while the chart is dragged: its contents are inert. */
  still: boolean;
  onAdd: (() => void) | null;
  arrange: Arrange;
  count: number;
  /** The server-rendered chart, shown until the live one runs. */
  picture?: ReactNode;
};

export function Panel(props: PanelProps) {
  const strings = useStrings();
  const { first, place, still } = props;
  const root = useRef<HTMLElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [help, setHelp] = useState(false);
  const [table, setTable] = useState(false);
  const display = {
    showWatermark: useFlag('showWatermark', true),
    showTickerWatermark: useFlag('showTickerWatermark'),
  };
  const chart = useChart(props, box);
  const { view, account, drawing, realtime, ticket, actions } = chart;
  const { symbol } = view;
  usePanelKeys(first, root, actions, {
    ticket(side) {
      // without a price no order is possible
      if (!chart.loading?.isOther) ticket.toggle(side);
    },
    escape() {
      if (ticket.side || ticket.receipt) ticket.close();
      else drawing.act('cancel');
    },
    help: () => setHelp(true),
    undo: () => drawing.act('undo'),
    remove: () => drawing.act('removeSelected'),
  });
  const settings: SettingsProps = {
    display,
    onToggle: (key) => writeFlag(key, !display[key]),
    table,
    onTable: () => setTable(!table),
    onShortcuts: () => setHelp(true),
    scale: chart.scale,
    onAdd: props.onAdd,
    arrange: props.arrange,
    grid: { id: props.id, place: place ?? 1, count: props.count },
  };
  const name = place === null ? fill(strings.title, { symbol }) : fill(strings.chartPlace, { symbol, place });
  return (
    <section
      ref={root}
      dir="ltr"
      inert={still}
      aria-label={name}
      aria-busy={chart.loading !== null}
      data-running={chart.engine !== null}
      className="chart-panel"
      // the live chart may set data-running before hydration
      suppressHydrationWarning
    >
      <Toolbar
        request={view}
        cash={props.cashSlot ?? floorCash(account.cash).amount}
        game={props.setting.game}
        isLongOnly={props.setting.limits?.longOnly ?? false}
        settings={
          <>
            {props.count === 1 && <QuickTools scale={chart.scale} arrange={props.arrange} />}
            <ChartSettings {...settings} />
          </>
        }
        drawing={drawing.on}
        realtime={realtime.on}
        realtimeLocked={realtime.locked}
        on={actions}
      />
      <PanelStage props={props} chart={chart} box={box} settings={settings} />
      <Orders props={props} chart={chart} />
      {help && <Later part={shortcutList} props={{ onClose: () => setHelp(false) }} />}
    </section>
  );
}

type PartProps = { props: PanelProps; chart: Chart };

function PanelStage({
  props: { start, picture, setting, cashSlot },
  chart,
  box,
  settings,
}: PartProps & { box: RefObject<HTMLDivElement | null>; settings: SettingsProps }) {
  const strings = useStrings();
  const { view, candles, interval, locale, realtime, loading, engine, scale } = chart;
  const { symbol } = view;
  const blank = loading ? strings.loading : (symbol === start.symbol && start.problem) || strings.noData;
  const chip = { state: realtime.state, onRetry: realtime.retry };
  return (
    <Stage
      box={box}
      picture={!engine && picture}
      cursor={chart.cursor}
      drawing={chart.drawing}
      corner={{
        symbol,
        company: view.company,
        last: view.last,
        source: view.age === null ? start.source : `${start.source}, ${agedText(strings, view.age)}`,
        opening: start.opening,
        engine,
        hovered: chart.hovered,
        chip: (
          <>
            {loading?.isOther && (
              <span className="tag" role="status">
                {fill(strings.loadingSymbol, { symbol: loading.symbol })}
              </span>
            )}
            {realtime.on && <Later part={liveChip} props={chip} />}
            {scale.compared && <Later part={compareChip} props={{ scale }} />}
          </>
        ),
        showCompany: settings.display.showWatermark,
        game: setting.game.name,
        cash: cashSlot ?? floorCash(chart.account.cash).amount,
      }}
      table={{ symbol, interval, candles, locale }}
      showTicker={settings.display.showTickerWatermark}
      isTable={settings.table}
      problem={candles.length > 0 ? null : blank}
    >
      {/* while a drawing tool is active, a press beside the axis places a point of the drawing */}
      {engine && !chart.drawing.on && (
        <Later part={axisOrder} props={{ engine, box, onPress: chart.ticket.openLimit }} />
      )}
    </Stage>
  );
}

function Orders({ props: { setting, start }, chart }: PartProps) {
  const { view, ticket, account, trade, say } = chart;
  const { side, receipt, actionOf, toggle } = ticket;
  return (
    <OrderButtons
      request={view}
      open={side}
      isOpen={side !== null || receipt !== null}
      isLocked={chart.loading?.isOther ?? false}
      act={actionOf}
      onPress={toggle}
    >
      {!side && receipt && (
        <Later part={lineReceipt} props={{ done: receipt, account, onClose: ticket.close }} />
      )}
      {side && (
        <Later
          key={`${actionOf(side)}${view.symbol}${ticket.limit ?? ''}`}
          part={orderTicket}
          props={{
            engine: chart.engine,
            opening: start.opening,
            pollSec: setting.pollSec ?? null,
            action: actionOf(side),
            actions: SIDES.map(actionOf),
            request: view,
            price: ticket.price,
            age: ticket.age,
            account,
            userId: setting.userId,
            game: setting.game,
            limits: setting.limits,
            needsReason: setting.needsReason === true,
            orderKey: setting.orderKey,
            trade,
            say,
            typed:
              ticket.limit !== null
                ? { type: 'limit', limitPrice: ticket.limit }
                : side === start.ticket && view.symbol === start.symbol
                  ? start.typed
                  : undefined,
            onClose: ticket.close,
            onTurn: () => toggle(side === 'open' ? 'close' : 'open'),
            onInstead() {
              chart.actions.short();
              toggle('open');
            },
            onPrice: ticket.setPrice,
          }}
        />
      )}
    </OrderButtons>
  );
}
