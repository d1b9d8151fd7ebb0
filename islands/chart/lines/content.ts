import {
  formatChange,
  formatPnl,
  formatPnlCents,
  formatQuantity,
  formatTime,
  formatUsd,
} from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { priceText } from '#core/market/price-text.ts';
import { writeCents, writePercent } from '#core/money/money.ts';
import { isBuying } from '#core/orders/order.ts';
import { ACTION_NAME } from '#core/trading/executed-text.ts';
import type { Holding } from '#core/trading/holding-text.ts';
import { percentOf, pnlOf } from '../../_live/position-sources.ts';
import { quoteNow, wayOf } from '../../_live/quotes.ts';
import type { LabelStrings } from '../ground/strings.ts';
import type { DraftLine } from './drafts.ts';
import type { Brevity, Content, Mode } from './label.ts';
import { crosses, isGain, type Line, moneyAt } from './line.ts';

export type LabelSubject = {
  line: Line;
  position: Holding | null;
  brevity: Brevity;
  /** The price of a target or stop while its entry is dragged. */
  carried?: string;
};

/** A zero-width space in place of a name: the style sheet hides an empty part, also its triangle. */
const NO_NAME = '\u200b';

/** Returns "Stop", or "Buy limit". */
function nameOf({ kind, order }: Line, strings: LabelStrings): string {
  if (kind === 'target') return strings.lineTarget;
  if (order?.type === 'trailing_stop') {
    const { trailAmount, trailPercent } = order;
    const trail = trailAmount === null ? `${Number(trailPercent)}%` : priceText(trailAmount);
    return fill(strings.lineTrail, { trail });
  }
  if (kind === 'stop') return strings.lineStop;
  if (!order) return '';
  const type = order.triggeredAt || order.type === 'market' ? 'limit' : order.type;
  return fill(strings.lineOrder, {
    action: strings[ACTION_NAME[order.action]],
    type: strings[`line_${type}`],
  });
}

/** Returns the texts of a position's label. Each step of brevity drops one more: the percent, the word, the shares. */
function positionContent(position: Holding, brevity: Brevity, strings: LabelStrings): Content {
  const { symbol, side, entry } = position;
  const quantity = formatQuantity(position.quantity);
  const pnl = pnlOf([position]);
  const percent = brevity > 0 ? null : percentOf(position);
  const quote = quoteNow(symbol);
  const way = wayOf(pnl);
  const change = percent === null ? '' : ` (${formatChange(writePercent(percent))})`;
  const spoken = fill(side === 'long' ? strings.lineLong : strings.lineShort, { quantity });
  return {
    name: brevity === 3 ? NO_NAME : brevity === 2 ? quantity : spoken,
    spoken,
    side: side === 'long' ? 'up' : 'down',
    figure: formatPnlCents(pnl) + change,
    way,
    isOld: quote?.age != null,
    detail: '',
    tag: priceText(entry),
    tone: way === 'up' ? 'gain' : way === 'down' ? 'loss' : 'plain',
    question: quote
      ? fill(strings.lineAskClose, { quantity, price: priceText(quote.price) })
      : fill(strings.lineAskCloseAnyhow, { quantity }),
    pending: fill(strings.lineClosing, { quantity }),
    instead: '',
    slider: null,
  };
}

/** Returns "14:03" in the reader's zone. */
const clockText = (instant: string) => formatTime(instant, Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Returns the price before the move, or a warning that the order would fill at once. */
function movedText(line: Line, price: string, strings: LabelStrings): string {
  const newest = line.order && quoteNow(line.order.symbol);
  if (newest && crosses(line, price, newest.price)) return strings.lineAtMarket;
  return fill(strings.lineWas, { price: priceText(line.price) });
}

function draftContent(
  { kind, name, spoken, side, price, figure, way, isReached, move, remove }: DraftLine,
  brevity: Brevity,
  strings: LabelStrings,
): Content {
  const now = Number(price);
  return {
    name,
    side,
    figure: brevity > 1 ? '' : figure,
    way,
    question: '',
    pending: '',
    instead: '',
    tag: move ? priceText(price) : '',
    detail: isReached ? strings.lineAtMarket : '',
    closeName: remove?.name ?? null,
    tone: kind === 'target' ? 'gain' : kind === 'stop' ? 'loss' : 'entry',
    slider: move && { text: fill(strings.lineValue, { order: spoken, price: priceText(price) }), now },
  };
}

/**
 * Returns the texts of a label in a mode. The first step of brevity drops an order's shares (a triggered order's time),
 * the second its money.
 */
export function contentOf(
  { line, position, brevity, carried }: LabelSubject,
  mode: Mode,
  strings: LabelStrings,
): Content {
  if (line.draft) return draftContent(line.draft, brevity, strings);
  if (line.kind === 'position') return positionContent(position!, brevity, strings);
  const { entry } = line;
  const linePrice =
    mode.name === 'moving' || mode.name === 'sending' ? (mode.price ?? line.price) : line.price;
  const isMoved = linePrice !== line.price;
  const price = isMoved ? linePrice : (carried ?? line.price);
  // target and stop keep their distance from a dragged entry, so profit and loss stay the same
  const money = moneyAt(line, position, linePrice);
  const isOpening = line.kind === 'order';
  const gains = entry
    ? money !== null && money > 0n
    : !isOpening && position !== null && isGain(position, price);
  const short = nameOf(line, strings);
  const name = isMoved ? `${short} ${priceText(price)}` : short;
  const shares = line.quantity === null ? '' : formatQuantity(line.quantity);
  const quantity = entry ? strings[entry.action === 'buy' ? 'lineIfBought' : 'lineIfShorted'] : shares;
  const written = money === null || (brevity > 1 && mode.name === 'rest') ? '' : writeCents(money);
  const reached = line.order?.triggeredAt;
  return {
    name,
    side: isOpening && line.order ? (isBuying(line.order.action) ? 'up' : 'down') : undefined,
    figure: reached ? quantity : written === '' ? '' : isOpening ? formatUsd(written) : formatPnl(written),
    way: isOpening || money === null ? undefined : wayOf(money),
    detail:
      isMoved && mode.name === 'moving'
        ? movedText(line, price, strings)
        : brevity > 0
          ? ''
          : reached
            ? fill(strings.lineReached, { time: clockText(reached) })
            : quantity,
    tag: priceText(price),
    tone: isOpening ? 'plain' : gains ? 'gain' : 'loss',
    isHeld: entry !== undefined,
    question: fill(strings.lineAskCancel, { order: short }),
    pending: '',
    instead: line.order ? strings[`atMarket_${line.order.action}`] : '',
    slider: {
      text: fill(strings.lineValue, { order: short, price: priceText(price) }),
      now: Number(price),
    },
  };
}
