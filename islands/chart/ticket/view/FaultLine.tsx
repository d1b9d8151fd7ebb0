import type { TicketField } from '../judge.ts';
import { faultText } from '../summary.ts';
import type { PartProps } from '../use-order.ts';

/** The field that shows each refusal of the server, by code. */
const FIELD_OF_CODE: Record<string, TicketField> = {
  NOT_ENOUGH_CASH: 'size',
  NOT_ENOUGH_SHARES: 'size',
  INVALID_QUANTITY: 'size',
  INVALID_AMOUNT: 'size',
  SHARE_LIMIT: 'size',
  VOLUME_LIMIT: 'size',
  POSITION_CONFLICT: 'size',
  PRICE_CROSSED: 'stop',
  INVALID_TRAIL: 'trail',
  BRACKET_PRICES: 'target',
  REASON_NEEDED: 'reason',
};
const FIELD_OF_PATH: Record<string, TicketField> = {
  limitPrice: 'limit',
  stopPrice: 'stop',
  trailAmount: 'trail',
  trailPercent: 'trail',
  'takeProfit.limitPrice': 'target',
  'stopLoss.stopPrice': 'loss',
  reason: 'reason',
};

type Props = Pick<PartProps, 'order' | 'trade' | 'strings'>;

/** Returns the sentence at a field: why the order cannot work, or the server's refusal; null for neither. */
export function sentenceAt(field: TicketField, { order, trade, strings }: Props): string | null {
  const { isOnline, judgement, scene } = order;
  const { fault } = judgement;
  if (!isOnline) return field === 'order' ? strings.offlineNothing : null;
  if (fault?.field === field && !fault.isToast) return faultText(fault, strings);
  const { outcome } = trade;
  if (outcome?.order.symbol !== scene.symbol || outcome.order.action !== scene.action) return null;
  if (outcome.kind === 'lost') return field === 'order' ? strings.noAnswer : null;
  if (outcome.kind !== 'refused' || fault) return null;
  const named = outcome.fields.map((path) => FIELD_OF_PATH[path]).find((each) => each !== undefined);
  const refusedField = named ?? FIELD_OF_CODE[outcome.code ?? ''] ?? 'order';
  return refusedField === field ? outcome.message : null;
}

/** The fault under a field. @param id the field's aria-describedby */
export function FaultLine({ field, id, part }: { field: TicketField; id?: string; part: Props }) {
  const text = sentenceAt(field, part);
  const icon = part.order.isOnline ? 'i-lucide-circle-alert' : 'i-lucide-wifi-off';
  return (
    <p id={id} role="status" className="ticket-fault" hidden={text === null}>
      <span className={`mt-px size-4 shrink-0 ${icon}`} aria-hidden="true" />
      <span>{text}</span>
    </p>
  );
}
