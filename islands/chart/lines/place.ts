import { BAR_SPACING, PHONE_WINDOW, RIGHT_OFFSET } from '#components/chart/layout.ts';
import { gain, loss, paper } from '#components/ui/tokens.ts';
import type { Engine } from '../engine/engine.ts';
import { paneSize, roomStart, yOf } from '../engine/pane.ts';
import { priceAxis } from '../engine/price-axis.ts';
import type { DraftLine } from './drafts.ts';
import { type Brevity, type Content, type Fit, hide, type Label, type Mode } from './label.ts';
import { type Line, labelled, spread, spreadBeside } from './line.ts';
import type { Stroke } from './primitive.ts';

const IS_COARSE = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

/** The space that a chart reserves for labels after its newest bar, by the chart's width, px. */
const WIDE = { from: 900, room: 300 };
/** More on touch screens, as buttons are wider there. */
const NARROW = { from: 500, room: IS_COARSE ? 220 : 200 };

/** Returns the space reserved for labels at the end, px; 0 on the smallest charts, which have labels at the start. */
export const roomAt = (width: number): number =>
  width >= WIDE.from ? WIDE.room : width >= NARROW.from ? NARROW.room : 0;

/** Returns the least brevity of labels at a chart's width. */
export const brevityAt = (width: number): Brevity => (width < WIDE.from ? 1 : 0);

/** The margins of labels, as in the style sheet: before the axis, and at the start of the smallest charts, px. */
const BESIDE = { end: 12, start: 8 };
const CLEAR = 4;
/** The number of newest candles that no label at the start may cover. */
const NEWEST = 2;

/** Returns the greatest width of a label beside the newest candles. @param pane width of the bars @param axis px */
export function labelRoom(pane: number, axis: number): number {
  const room = roomAt(pane + axis);
  if (room > 0) return room - BESIDE.end - CLEAR;
  return pane - (RIGHT_OFFSET + NEWEST) * BAR_SPACING - BESIDE.start - CLEAR;
}

export type LineEntry = {
  line: Line;
  label: Label;
  mode: Mode;
  fit?: Fit;
  /** The label's price while its entry is dragged, decimal string. */
  carried?: string;
};

/** Colours of the strokes; the labels' colours in the style sheet match. */
const STROKE: Record<Content['tone'], string> = {
  gain: gain.DEFAULT,
  loss: loss.DEFAULT,
  plain: paper[2],
  entry: paper.DEFAULT,
};
const OF_MODE: Partial<Record<Mode['name'], string>> = {
  asking: paper.DEFAULT,
  sending: paper[3],
  lost: paper[3],
};
/** The least distance of labels, px. On touch screens it keeps their buttons from overlapping. */
const GAP = IS_COARSE ? 46 : 32;
/** The least distance of tags on the axis, px. */
const TAG_GAP = 20;

/** Returns the price a line is drawn at, decimal string. */
export const drawnPrice = ({ line, mode, carried }: LineEntry): string =>
  ((mode.name === 'moving' || mode.name === 'sending') && mode.price) || carried || line.price;

/** The vertical range of labels, pixels from the top. */
type Bounds = { top: number; bottom: number };

/** The lower end of the buttons over the chart, with their margins, px. */
const BELOW_TOOLS = IS_COARSE ? 60 : 48;
/** The space at the bottom for the library's logo, and on small charts for the order buttons, px. */
const ABOVE_MARK = 36;
const ABOVE_ORDERS = 66;

const buttonsBelow = typeof matchMedia === 'function' ? matchMedia(PHONE_WINDOW) : null;

/** Returns the vertical range of labels, which are at the end of the chart, or at the start of the smallest charts. */
function labelBounds(engine: Engine): Bounds {
  const { width, height, axis } = paneSize(engine);
  if (roomAt(width + axis) > 0) return { top: BELOW_TOOLS, bottom: height - ABOVE_MARK };
  return {
    top: priceAxis(engine).corner.bottom(),
    bottom: buttonsBelow?.matches ? height : height - ABOVE_ORDERS,
  };
}

/** The number of labels beyond each edge; more would cover the bars. */
const MOST_BEYOND = { wide: 3, small: 1 };

/** Places each label at its price without overlaps, or at the edge for a price out of view. @returns the strokes */
export function placeLabels(engine: Engine, entries: readonly LineEntry[]): Stroke[] {
  const bounds = labelBounds(engine);
  const all = placesOf(engine, entries);
  for (const { entry, way, isVisible } of all) {
    hide(entry.label.root, !isVisible);
    entry.label.setWay(way);
  }
  const visible = all.filter(({ isVisible }) => isVisible);
  const heights = visible.map(({ y }) => y);
  const places = spread(heights, GAP, bounds.top + GAP / 2, bounds.bottom - GAP / 2);
  for (const { entry, y } of tagPlaces(engine, all)) entry.label.root.style.setProperty('--y', `${y}px`);
  visible.forEach(({ entry }, i) => {
    entry.label.root.style.setProperty('--label', `${places[i]!}px`);
  });
  return visible.flatMap(({ entry, y }) => strokesOf(engine, entry, y));
}

type LinePlace = { entry: LineEntry; y: number; way: 'up' | 'down' | undefined; isVisible: boolean };

/** Returns the lines from the top down, and whether each has a visible label. */
function placesOf(engine: Engine, entries: readonly LineEntry[]): LinePlace[] {
  const { width, height, axis } = paneSize(engine);
  const lines: { entry: LineEntry; y: number }[] = [];
  for (const entry of entries) {
    const y = yOf(engine, Number(drawnPrice(entry)));
    // Without a scale, while bars are replaced, the label keeps its place: hiding the label would take its focus.
    if (y !== null) lines.push({ entry, y });
  }
  lines.sort((a, b) => a.y - b.y);
  const isNear = labelled(
    lines.map(({ y }) => y),
    height,
    roomAt(width + axis) > 0 ? MOST_BEYOND.wide : MOST_BEYOND.small,
  );
  return lines.map(({ entry, y }, i) => {
    const { label, mode } = entry;
    const isUsed = mode.name !== 'rest' || label.root.contains(document.activeElement);
    const way = y < 0 ? 'up' : y > height ? 'down' : undefined;
    return { entry, y, way, isVisible: isUsed || isNear[i]! };
  });
}

/** Returns the y of each visible tag, which `spreadBeside` keeps apart, px from the top. */
function tagPlaces(engine: Engine, places: readonly LinePlace[]): { entry: LineEntry; y: number }[] {
  // the tag of a position in view is hidden, so the tag needs no place
  const tagged = places.filter(
    ({ entry: { line }, way, isVisible }) =>
      isVisible && (line.kind !== 'position' || way) && !isAtMarket(line),
  );
  const { height } = paneSize(engine);
  const last = engine.bars.last();
  const tags = spreadBeside(
    tagged.map(({ y }) => y),
    last && yOf(engine, last.close),
    TAG_GAP,
    TAG_GAP / 2,
    height - TAG_GAP / 2,
  );
  return tagged.map(({ entry }, i) => ({ entry, y: tags[i]! }));
}

/** Returns the y of the tags of these lines on the price axis, px from the top. */
export const tagsOf = (engine: Engine, entries: readonly LineEntry[]): number[] =>
  tagPlaces(engine, placesOf(engine, entries)).map(({ y }) => y);

const isAtMarket = ({ draft }: Line) => draft?.move === null;

function strokesOf(engine: Engine, { line, mode, label }: LineEntry, y: number): Stroke[] {
  if (isAtMarket(line)) return [];
  const color = OF_MODE[mode.name] ?? STROKE[label.root.dataset.tone as Content['tone']];
  const band = line.draft && bandOf(engine, line.draft);
  const stroke = { y, color, isDashed: line.kind !== 'position', isDotted: line.draft !== undefined, band };
  const originalY = mode.name === 'moving' ? yOf(engine, Number(line.price)) : null;
  return originalY === null ? [stroke] : [stroke, { ...stroke, y: originalY, isDotted: true }];
}

/** Returns the band between a ticket's target or stop and its entry, in the space that the chart has reserved. */
function bandOf(engine: Engine, { kind, base }: DraftLine): Stroke['band'] {
  const { width, axis } = paneSize(engine);
  const to = base === null || roomAt(width + axis) === 0 ? null : yOf(engine, Number(base));
  if (to === null) return undefined;
  return { to, from: roomStart(engine), color: kind === 'target' ? gain.deep : loss.deep };
}

/** A label to show in the longest form that fits. */
export type Fitting = {
  entry: LineEntry;
  least: Brevity;
  /** The label's greatest width, pixels. */
  room: number;
  contentAt: (brevity: Brevity) => Content;
};

/** Shows labels in the longest form that fits. It changes all labels before it reads a width, which forces a layout. */
export function showFitting(labels: readonly Fitting[]): void {
  let measured = labels.filter((label) => !showAsBefore(label));
  for (let step = 0; measured.length > 0; step++) {
    for (const label of measured) label.entry.fit!.brevity = Math.min(label.least + step, 3) as Brevity;
    for (const label of measured) showAt(label, label.entry.fit!.brevity);
    measured = measured.filter(
      ({ entry: { label, fit }, room }) => fit!.brevity < 3 && !label.root.hidden && label.width() > room,
    );
  }
}

/** Shows a label at its last brevity. @returns false when the label must be measured instead */
function showAsBefore(label: Fitting): boolean {
  const { entry, least, room, contentAt } = label;
  const whole = contentAt(least);
  // Texts of one length count as equally wide: measuring forces a layout, which a price should not cause.
  const length = `${whole.name}${whole.figure}${whole.detail}`.length;
  const key = [least, room, length, entry.label.root.hidden].join();
  const isKnown = entry.mode.name !== 'rest' || entry.fit?.key === key;
  if (isKnown) showAt(label, entry.fit?.brevity ?? least);
  else entry.fit = { key, brevity: least };
  return isKnown;
}

function showAt({ entry: { label, mode }, contentAt }: Fitting, brevity: Brevity): void {
  label.root.dataset.brevity = String(brevity);
  label.show(contentAt(brevity), mode);
}
