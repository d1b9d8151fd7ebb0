/** Where the labels of lines go, and what is painted under them. */

import { BAR_SPACING, RIGHT_OFFSET } from '#components/chart/layout.ts';
import { gain, loss, paper } from '#components/ui/tokens.ts';
import type { Engine } from '../engine/engine.ts';
import { paneSize, roomStart, yOf } from '../engine/pane.ts';
import { priceAxis } from '../engine/price-axis.ts';
import type { DraftLine } from './drafts.ts';
import type { Brevity, Content, Fit, Label, Mode } from './label.ts';
import { type Line, labelled, spread, spreadBeside } from './line.ts';
import type { Stroke } from './primitive.ts';

/** The room that a chart of a width keeps free after its newest bar while there are labels, all in pixels. */

/** Whether a finger points. */
const IS_COARSE = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;

const WIDE = { from: 900, room: 300 };
/** Under a finger buttons are wider. */
const NARROW = { from: 500, room: IS_COARSE ? 220 : 200 };

/** None on the smallest charts: labels stand at their start. */
export const roomAt = (width: number): number =>
  width >= WIDE.from ? WIDE.room : width >= NARROW.from ? NARROW.room : 0;

/** How brief labels are at least. */
export const brevityAt = (width: number): Brevity => (width < WIDE.from ? 1 : 0);

/** Before the axis, and at the start of the smallest charts, as the style sheet has it. */
const BESIDE = { end: 12, start: 8 };
const CLEAR = 4;
/** Candles that no label at the start may reach, the newest ones. */
const NEWEST = 2;

/** How wide a label may be that keeps clear of the newest candles. @param pane the part with the bars @param axis beside it */
export function labelRoom(pane: number, axis: number): number {
  const room = roomAt(pane + axis);
  if (room > 0) return room - BESIDE.end - CLEAR;
  return pane - (RIGHT_OFFSET + NEWEST) * BAR_SPACING - BESIDE.start - CLEAR;
}

/** A line, its label, and what is done with it at the moment. */
export type LineEntry = { line: Line; label: Label; mode: Mode; fit?: Fit };

/** What a line is painted with; its label has the same from the style sheet. */
const STROKE: Record<Content['tone'], string> = {
  ...{ gain: gain.DEFAULT, loss: loss.DEFAULT, plain: paper[2], entry: paper.DEFAULT },
};
/** While one asks, and while an answer is waited for. */
const OF_MODE: Partial<Record<Mode['name'], string>> = {
  asking: paper.DEFAULT,
  sending: paper[3],
  lost: paper[3],
};
/** Labels closer than this are moved apart, pixels: under a finger no button reaches into another label's. */
const GAP = IS_COARSE ? 46 : 32;
/** The same of the prices on the axis. */
const TAG_GAP = 20;

/** The price a line is drawn at, decimal string. */
export const drawnPrice = ({ line, mode }: LineEntry): string =>
  ((mode.name === 'moving' || mode.name === 'sending') && mode.price) || line.price;

/** Where labels begin and end, pixels from the top. */
type Bounds = { top: number; bottom: number };

/** Where the buttons over the chart end: 12 pixels above them, and what is left to a label. */
const BELOW_TOOLS = IS_COARSE ? 60 : 48;
/** The library's mark stands at the bottom; on a chart with its own buttons these do, at the start. */
const ABOVE_MARK = 36;
const ABOVE_ORDERS = 66;

/** Labels at the start keep below the company and its price, those at the end below the settings. @param box the chart's */
export function labelBounds(engine: Engine, box: HTMLElement): Bounds {
  const { width, height, axis } = paneSize(engine);
  if (roomAt(width + axis) > 0) return { top: BELOW_TOOLS, bottom: height - ABOVE_MARK };
  const corner = box.closest('.chart-area')?.querySelector<HTMLElement>('.chart-corner');
  return {
    top: corner ? corner.offsetTop + corner.offsetHeight : 0,
    bottom: matchMedia('(max-width: 699px)').matches ? height : height - ABOVE_ORDERS,
  };
}

/** Lines beyond each edge of the prices in sight that keep a label there: many would cover the bars, of the smallest charts two. */
const MOST_BEYOND = { wide: 3, small: 1 };

/**
 * Puts each label where its price is, none over another, and those of prices out of sight at the edge they are beyond.
 * @returns the lines to paint
 */
export function placeLabels(engine: Engine, entries: readonly LineEntry[], bounds: Bounds): Stroke[] {
  const { height } = paneSize(engine);
  const seen = inSight(engine, entries);
  const heights = seen.map(({ y }) => y);
  const places = spread(heights, GAP, bounds.top + GAP / 2, bounds.bottom - GAP / 2);
  const last = engine.bars.last();
  // the position has its figure in its label alone, while its line is in sight
  const tagged = seen.filter(
    ({ entry: { line }, way }) => (line.kind !== 'position' || way) && !isAtMarket(line),
  );
  const tags = spreadBeside(
    tagged.map(({ y }) => y),
    last && yOf(engine, last.close),
    TAG_GAP,
    TAG_GAP / 2,
    height - TAG_GAP / 2,
  );
  const axis = priceAxis(engine);
  axis.tags = tags;
  axis.prices = entries.map(({ line }) => Number(line.price));
  tagged.forEach(({ entry }, i) => {
    entry.label.root.style.setProperty('--y', `${tags[i]!}px`);
  });
  seen.forEach(({ entry }, i) => {
    entry.label.root.style.setProperty('--label', `${places[i]!}px`);
  });
  return seen.flatMap(({ entry, y }) => strokesOf(engine, entry, y));
}

type LinePlace = { entry: LineEntry; y: number; way: 'up' | 'down' | undefined };

/** Those with a label, from the top down; the others' are hidden. */
function inSight(engine: Engine, entries: readonly LineEntry[]): LinePlace[] {
  const { width, height, axis } = paneSize(engine);
  const all: LinePlace[] = [];
  for (const entry of entries) {
    const y = yOf(engine, Number(drawnPrice(entry)));
    // between two sets of bars there is no scale: hidden for a frame, a label would lose the focus
    if (y !== null) all.push({ entry, y, way: y < 0 ? 'up' : y > height ? 'down' : undefined });
  }
  all.sort((a, b) => a.y - b.y);
  const isNear = labelled(
    all.map(({ y }) => y),
    height,
    roomAt(width + axis) > 0 ? MOST_BEYOND.wide : MOST_BEYOND.small,
  );
  return all.filter(({ entry: { label, mode }, way }, i) => {
    label.root.hidden = !isNear[i] && mode.name === 'rest' && !label.root.contains(document.activeElement);
    label.setWay(way);
    return !label.root.hidden;
  });
}

const isAtMarket = ({ draft }: Line) => draft?.move === null;

function strokesOf(engine: Engine, { line, mode, label }: LineEntry, y: number): Stroke[] {
  if (isAtMarket(line)) return [];
  const color = OF_MODE[mode.name] ?? STROKE[label.root.dataset.tone as Content['tone']];
  const band = line.draft && bandOf(engine, line.draft);
  const own = { y, color, isDashed: line.kind !== 'position', isDotted: line.draft !== undefined, band };
  const before = mode.name === 'moving' ? yOf(engine, Number(line.price)) : null;
  return before === null ? [own] : [own, { ...own, y: before, isDotted: true }];
}

/** Between a level of the open ticket and the price it is measured from, where the chart keeps room for it. */
function bandOf(engine: Engine, { kind, base }: DraftLine): Stroke['band'] {
  const { width, axis } = paneSize(engine);
  const to = base === null || roomAt(width + axis) === 0 ? null : yOf(engine, Number(base));
  if (to === null) return undefined;
  return { to, from: roomStart(engine), color: kind === 'target' ? gain.deep : loss.deep };
}

/** How much a label says, so that it stands beside the newest candles. */

/** Shows a label as long as `room` allows. @param least how brief it is at least @param room pixels */
export function showFitting(
  entry: LineEntry,
  least: Brevity,
  room: number,
  contentAt: (brevity: Brevity) => Content,
): void {
  const { label, mode, fit } = entry;
  const whole = contentAt(least);
  // figures of one length are equally wide: measuring forces a layout, which a tick should not
  const length = `${whole.name}${whole.figure}${whole.detail}`.length;
  const key = [least, room, length, label.root.hidden].join();
  const show = (brevity: Brevity) => {
    label.root.dataset.brevity = String(brevity);
    label.show(contentAt(brevity), mode);
  };
  if (mode.name !== 'rest' || fit?.key === key) {
    show(fit?.brevity ?? least);
    return;
  }
  for (let brevity = least; ; brevity++) {
    show(brevity);
    entry.fit = { key, brevity };
    if (brevity === 3 || label.width() <= room) return;
  }
}
