import type { WireOrder } from '#core/contract/orders.ts';
import type { Holding } from '#core/trading/holding-text.ts';
import { holdingsNow, watchPositions } from '../../_live/holdings.ts';
import { watchQuote } from '../../_live/quotes.ts';
import { fetchAccount, watchAccount } from '../../_state/account-watch.ts';
import { pageGame } from '../../_state/game.ts';
import { refetch } from '../../_state/queries.ts';
import { on, onReopen } from '../../_state/socket.ts';
import { readChartPage } from '../data/page.ts';
import type { Engine } from '../engine/engine.ts';
import { attachPrimitive, paneSize, priceAtY, reserveRoom } from '../engine/pane.ts';
import { priceAxis } from '../engine/price-axis.ts';
import type { ChartStrings, LabelStrings } from '../ground/strings.ts';
import { contentOf } from './content.ts';
import { draftsOf, watchDrafts } from './drafts.ts';
import { type Mode, makeLabel } from './label.ts';
import { carriedPrice, draftAsLine, type Line, linesOf } from './line.ts';
import { makeMovable } from './move.ts';
import {
  brevityAt,
  drawnPrice,
  type LineEntry,
  labelRoom,
  placeLabels,
  roomAt,
  showFitting,
  tagsOf,
} from './place.ts';
import { linePrimitive, type Stroke } from './primitive.ts';
import type { LineCommand } from './sending.ts';

type Setup = {
  strings: LabelStrings;
  userId: number;
};

/** Loads the panel's texts and the code that sends orders, which imports React. Called once a label is pressed. */
async function loadSending() {
  const [sending, texts] = await Promise.all([
    import('./sending.ts'),
    import(readChartPage().textsUrl) as Promise<{ default: ChartStrings }>,
  ]);
  return { sending, strings: texts.default };
}

/** Returns the trader's working orders in a symbol, children after their parent. */
async function readLiveOrders(symbol: string): Promise<WireOrder[]> {
  const query = { status: 'live', symbol, limit: 500, ...pageGame() } as const;
  const { orders } = await refetch('GET /api/orders', { query });
  return orders.flatMap(({ children, ...order }) => [order, ...children]);
}

const isSameLine = (a: Line, b: Line) => a.price === b.price && a.quantity === b.quantity;

/** The labels over one chart, and the primitive that paints their lines. */
export class LineBoard {
  private readonly engine: Engine;
  readonly box: HTMLElement;
  readonly setup: Setup;
  private readonly layer: HTMLElement;
  private readonly entries = new Map<string, LineEntry>();
  private readonly primitive = linePrimitive(() => this.place());
  symbol = '';
  private orders: readonly WireOrder[] = [];
  private stopQuote = () => {};
  private reserved = 0;
  private fitted = '';
  /** False until the style sheet applies: an unstyled label is as wide as the page. */
  private isStyled = false;
  private readonly sizes = new ResizeObserver(() => this.fit());

  constructor(engine: Engine, box: HTMLElement, setup: Setup) {
    this.engine = engine;
    this.box = box;
    this.setup = setup;
    // hidden until it is positioned: a visible layer that moves would count as a layout shift
    this.layer = Object.assign(document.createElement('div'), { className: 'chart-lines', hidden: true });
    // presses here work before the panel is hydrated
    this.layer.dataset.awake = '';
    box.append(this.layer);
    // keeps keys and presses on a label from the chart
    for (const type of ['keydown', 'pointerdown', 'mousedown', 'touchstart', 'wheel'])
      this.layer.addEventListener(type, (event) => event.stopPropagation());
    attachPrimitive(engine, this.primitive);
    priceAxis(engine).tags = () => tagsOf(engine, [...this.entries.values()]);
    this.sizes.observe(this.layer);
    document.fonts.addEventListener('loadingdone', this.fit, { once: true });
  }

  end(): void {
    this.stopQuote();
    this.sizes.disconnect();
    document.fonts.removeEventListener('loadingdone', this.fit);
    this.layer.remove();
  }

  /** Fetches the orders of the chart's symbol. When the fetch fails, the present orders stay. */
  async load(): Promise<void> {
    const { symbol } = this.engine;
    if (symbol !== this.symbol) this.follow(symbol, []);
    const orders = await readLiveOrders(symbol).catch(() => null);
    if (!orders || symbol !== this.symbol) return;
    this.orders = orders;
    this.renew();
  }

  async reload(): Promise<void> {
    await Promise.all([fetchAccount(), this.load()]);
    this.renew();
  }

  /** Renders the current position, orders and ticket. */
  renew(): void {
    const { entries } = this;
    const lines = [
      ...linesOf(this.symbol, holdingsNow().positions, this.orders),
      ...draftsOf(this.engine).map(draftAsLine),
    ];
    for (const [id, { label }] of entries) {
      if (lines.some((line) => line.id === id)) continue;
      label.root.remove();
      entries.delete(id);
    }
    for (const line of lines) {
      const entry = entries.get(line.id) ?? this.make(line);
      // the refusal concerned the line's previous price or size
      if (entry.mode.name === 'refused' && !isSameLine(entry.line, line)) entry.mode = { name: 'rest' };
      entry.line = line;
      entries.set(line.id, entry);
    }
    priceAxis(this.engine).setPrices(lines.map(({ price }) => Number(price)));
    this.show(...entries.values());
    this.reserve();
    this.primitive.redraw();
  }

  private readonly fit = (): void => {
    this.isStyled = getComputedStyle(this.layer).pointerEvents === 'none';
    for (const entry of this.entries.values()) entry.fit = undefined;
    this.fitted = '';
    this.reserve();
  };

  private reserve(): void {
    const { engine } = this;
    const entries = [...this.entries.values()];
    const room = entries.length > 0 ? roomAt(this.width()) : 0;
    if (room !== this.reserved) reserveRoom(engine, room);
    this.reserved = room;
    // the text of a label is chosen by the label's width, which is 0 while the label is hidden
    const state = [this.width(), ...entries.map(({ line, label }) => !label.root.hidden && line.id)].join();
    if (state === this.fitted) return;
    this.fitted = state;
    this.show(...entries);
  }

  /** Shows the lines of a symbol. @param orders the symbol's working orders known so far */
  follow(symbol: string, orders: readonly WireOrder[]): void {
    this.symbol = symbol;
    this.orders = orders;
    this.stopQuote();
    this.stopQuote = watchQuote(symbol, () => {
      const position = this.entries.get('position');
      if (position) this.show(position);
    });
    this.renew();
  }

  positionNow(): Holding | null {
    return holdingsNow().positions.find((each) => each.symbol === this.symbol) ?? null;
  }

  /** Returns the chart's width from the engine: measuring the element would force a layout in each frame. */
  private width(): number {
    const { width, axis } = paneSize(this.engine);
    return width + axis;
  }

  private show(...entries: readonly LineEntry[]): void {
    const position = this.positionNow();
    const { width, axis } = paneSize(this.engine);
    const room = this.isStyled ? labelRoom(width, axis) : Number.POSITIVE_INFINITY;
    showFitting(
      entries
        // after a fill the position may be closed before its line is removed
        .filter(({ line }) => line.kind !== 'position' || position)
        .map((entry) => ({
          entry,
          least: brevityAt(width + axis),
          room,
          contentAt: (brevity) =>
            contentOf(
              { line: entry.line, position, brevity, carried: entry.carried },
              entry.mode,
              this.setup.strings,
            ),
        })),
    );
  }

  turn(entry: LineEntry, mode: Mode): void {
    entry.mode = mode;
    this.show(entry);
    this.carry(entry);
    this.primitive.redraw();
  }

  /** Moves target and stop along with the entry that is dragged. */
  private carry({ line, mode }: LineEntry): void {
    const price = mode.name === 'moving' || mode.name === 'sending' ? mode.price : null;
    for (const child of this.entries.values()) {
      if (!child.line.entry || child.line.entry.id !== line.order?.id) continue;
      child.carried = price === null ? undefined : carriedPrice(child.line, price);
      this.show(child);
    }
  }

  /** Positions the labels before each paint. @returns the lines to paint */
  private place(): Stroke[] {
    const { engine, layer } = this;
    if (engine.symbol !== this.symbol) void this.load();
    // a narrower chart may need shorter texts of labels, and texts must not change during a paint
    queueMicrotask(() => this.reserve());
    const { axis, height } = paneSize(engine);
    layer.style.setProperty('--axis', `${axis}px`);
    layer.style.setProperty('--pane', `${height}px`);
    layer.dataset.size = roomAt(this.width()) === 0 ? 'small' : 'wide';
    layer.hidden = false;
    return placeLabels(engine, [...this.entries.values()]);
  }

  private make(line: Line): LineEntry {
    const ask = () => {
      if (entry.line.draft) return entry.line.draft.remove?.run();
      void loadSending().catch(() => {});
      this.turn(entry, { name: 'asking' });
      entry.label.focus('confirm');
    };
    const dismiss = () => {
      this.turn(entry, { name: 'rest' });
      entry.label.focus('rest');
    };
    const label = makeLabel(this.layer, line.kind === 'position', this.setup.strings, {
      ask,
      confirm: () => this.send(entry, 'confirmQuestion'),
      dismiss,
      trade: () => this.send(entry, 'tradeInstead'),
    });
    const entry: LineEntry = { line, label, mode: { name: 'rest' } };
    label.root.toggleAttribute('data-draft', line.draft !== undefined);
    label.root.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape' && ['asking', 'refused'].includes(entry.mode.name)) dismiss();
    });
    if (line.order) this.letMove(entry, ask);
    else if (line.draft?.move) this.letTicketMove(entry, ask);
    return entry;
  }

  private send(entry: LineEntry, command: LineCommand): void {
    loadSending().then(
      ({ sending, strings }) => sending[command](this, entry, strings),
      () => this.turn(entry, { name: 'refused', sentence: this.setup.strings.noAnswer, canTrade: false }),
    );
  }

  private letMove(entry: LineEntry, ask: () => void): void {
    makeMovable(entry.label.grip, this.box, {
      price: () => (entry.line.movable === null || entry.mode.name === 'sending' ? null : drawnPrice(entry)),
      priceAt: (y) => priceAtY(this.engine, y),
      moved: (price) => this.turn(entry, { name: 'moving', price }),
      send: () => this.send(entry, 'sendMove'),
      revert: () => this.turn(entry, { name: 'rest' }),
      ask,
    });
  }

  /** Types a dragged line's price into the ticket, which then moves the line. */
  private letTicketMove(entry: LineEntry, ask: () => void): void {
    makeMovable(entry.label.grip, this.box, {
      price: () => entry.line.price,
      priceAt: (y) => priceAtY(this.engine, y),
      moved: (price) => entry.line.draft?.move?.(price),
      send: () => {},
      revert: () => {},
      ask,
    });
  }
}

/**
 * Attaches the price lines of the trader's position and orders and of the open ticket to a chart, and updates them.
 * @param orders the orders of the chart's symbol; null to fetch them
 * @returns a function that removes the lines
 */
export function createLines(
  engine: Engine,
  box: HTMLElement,
  orders: readonly WireOrder[] | null,
): () => void {
  const { labelTexts: strings, setting } = readChartPage();
  const board = new LineBoard(engine, box, { strings, userId: setting.userId });
  if (orders) board.follow(engine.symbol, orders);
  // this code may have been fetched because cash or positions have changed
  else void fetchAccount();
  const stops = [
    watchPositions(() => board.renew()),
    watchDrafts(engine, () => board.renew()),
    on('order', () => void board.load()),
    on('account', () => void board.load()),
    watchAccount(),
    onReopen(() => void board.load()),
    () => board.end(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
