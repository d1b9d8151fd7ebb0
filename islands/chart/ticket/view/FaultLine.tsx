import type { Place } from '../draft.ts';
import { faultText } from '../summary.ts';
import type { PartProps } from '../use-order.ts';

/** Where each refusal of the server belongs. */
const PLACE_OF: Record<string, Place> = {
  NOT_ENOUGH_CASH: 'size',
  NOT_ENOUGH_SHARES: 'size',
  INVALID_QUANTITY: 'size',
  INVALID_AMOUNT: 'size',
  SHARE_LIMIT: 'size',
  POSITION_CONFLICT: 'size',
  PRICE_CROSSED: 'stop',
  INVALID_TRAIL: 'trail',
  BRACKET_PRICES: 'target',
};
const PLACE_OF_FIELD: Record<string, Place> = {
  limitPrice: 'limit',
  stopPrice: 'stop',
  trailAmount: 'trail',
  trailPercent: 'trail',
  'takeProfit.limitPrice': 'target',
  'stopLoss.stopPrice': 'loss',
};

type Props = Pick<PartProps, 'order' | 'trade' | 'strings'>;

/** The sentence that stands at a place of the ticket: why the order cannot work, or what the server said. */
export function sentenceAt(at: Place, { order, trade, strings }: Props): string | null {
  const { fault, isOnline } = { ...order.found, isOnline: order.isOnline };
  if (!isOnline) return at === 'order' ? strings.offlineNothing : null;
  if (fault?.at === at && !fault.isToast) return faultText(fault, strings);
  const { outcome } = trade;
  if (outcome?.order.symbol !== order.scene.symbol || outcome.order.action !== order.scene.action)
    return null;
  if (outcome.kind === 'lost') return at === 'order' ? strings.noAnswer : null;
  if (outcome.kind !== 'refused' || fault) return null;
  const field = outcome.fields.map((path) => PLACE_OF_FIELD[path]).find((place) => place !== undefined);
  const place = field ?? PLACE_OF[outcome.code ?? ''] ?? 'order';
  return place === at ? outcome.message : null;
}

/** @param id for the field it describes */
export function FaultLine({ at, id, part }: { at: Place; id?: string; part: Props }) {
  const text = sentenceAt(at, part);
  const icon = part.order.isOnline ? 'i-lucide-circle-alert' : 'i-lucide-wifi-off';
  return (
    <p id={id} role="status" className="ticket-fault" hidden={text === null}>
      <span className={`mt-px size-4 shrink-0 ${icon}`} aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}
