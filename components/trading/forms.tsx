import type { ReactNode } from 'react';
import type { WireOrder } from '#core/contract/orders.ts';
import { useT } from '#framework/page.tsx';
import { Submit } from '../ui/Button.tsx';
import { HiddenFields, type HiddenValues } from '../ui/HiddenFields.tsx';
import { type DockPosition, type DockView, gameField } from './dock-view.ts';

/** The forms of the dock. islands/_dock-forms.ts sends them by fetch. */

type FormProps = { to: string; fields: HiddenValues; children: ReactNode };

export function DockForm({ to, fields, children }: FormProps) {
  return (
    <form method="post" action={to} className="dock-form">
      <HiddenFields fields={fields} />
      {children}
    </form>
  );
}

/** The account of the forms, the prefix of their Idempotency-Keys, and the address to return to. */
type Owner = { userId: string | number; key: string; here: string };

/** Returns the hidden fields of every form that trades. @param intent differs in each form of the dock */
export const common = (view: Pick<DockView, 'game'>, { userId, key, here }: Owner, intent: string) => ({
  ...gameField(view),
  user_id: userId,
  intent: `${key}-${intent}`,
  next: here,
});

const hrefOfOrder = (id: string) => `/api/orders/${id}`;

type CancelButtonFormProps = { view: DockView; order: WireOrder; label: string };

export function CancelButtonForm({ view, order, label }: CancelButtonFormProps) {
  return (
    <DockForm to={hrefOfOrder(order.id)} fields={{ _method: 'cancel', next: view.here }}>
      <Submit look="danger" className="btn-small">
        {label}
      </Submit>
    </DockForm>
  );
}

const CHANGEABLE = [
  ['stopPrice', 'dock:stopField'],
  ['limitPrice', 'dock:limitField'],
  ['trailAmount', 'dock:trailAmountField'],
  ['trailPercent', 'dock:trailPercentField'],
  ['quantity', 'dock:quantityField'],
] as const;

/** Returns values and issues of a refused change of this order; undefined unless the form was sent without scripts. */
export const refusedChange = ({ refused }: DockView, { id }: WireOrder) =>
  refused?.values.order === id ? refused : undefined;

/** The form for the terms of an order that a trader may change. */
export function ChangeForm({ view, order }: { view: DockView; order: WireOrder }) {
  const t = useT();
  const refused = refusedChange(view, order);
  return (
    <DockForm
      to={hrefOfOrder(order.id)}
      // `carry`: target and stop keep their distance when the entry's price changes
      fields={{ _method: 'replace', next: view.here, order: order.id, carry: '1' }}
    >
      {CHANGEABLE.map(([name, label]) => {
        const value = order[name];
        if (value === null) return null;
        const typed = refused?.values[name] ?? value;
        return <Term key={name} name={name} label={t(label)} value={typed} issue={refused?.issues[name]} />;
      })}
      <Submit className="btn-small">{t('dock:save')}</Submit>
    </DockForm>
  );
}

/**
 * Texts of the forms that add a target or a stop: the proposed prices, the profit or loss at them, and the position
 * (`live`).
 */
type ExitTexts = Record<
  'live' | 'target' | 'targetPnl' | 'targetWay' | 'stop' | 'stopPnl' | 'stopWay',
  string
>;

type ExitFormProps = {
  view: Pick<DockView, 'game'>;
  texts: Owner & ExitTexts;
  item: DockPosition;
  type: 'limit' | 'stop';
};

/** Adds a target or a stop to a position. When the order executes, it closes all shares that are open then. */
export function ExitForm({ view, texts, item, type }: ExitFormProps) {
  const t = useT();
  const { symbol } = item;
  const action = item.isShort ? 'cover' : 'sell';
  const isTarget = type === 'limit';
  const label = t(isTarget ? 'dock:targetPrice' : 'dock:stopPrice', { symbol });
  return (
    <DockForm
      to="/api/orders"
      fields={{ ...common(view, texts, `${symbol}-${type}`), symbol, action, type, closeAll: '1' }}
    >
      <Term
        name={isTarget ? 'limitPrice' : 'stopPrice'}
        label={t(isTarget ? 'dock:target' : 'dock:stop')}
        spoken={label}
        value={isTarget ? texts.target : texts.stop}
      />
      {/* islands/_dock-forms.ts updates this profit or loss while the trader types a price */}
      <bdi
        dir="ltr"
        className="live-figure"
        data-exit={texts.live}
        data-way={isTarget ? texts.targetWay : texts.stopWay}
      >
        {isTarget ? texts.targetPnl : texts.stopPnl}
      </bdi>
      <Submit className="btn-small">{t('dock:save')}</Submit>
    </DockForm>
  );
}

type TermProps = {
  name: string;
  label: string;
  /** The label for screen readers, if it differs. */
  spoken?: string;
  value: string;
  issue?: string;
};

function Term({ name, label, spoken, value, issue }: TermProps) {
  return (
    <label className="dock-term">
      <span className="text-caption text-paper-3">{label}</span>
      <input
        className="input dock-field"
        name={name}
        aria-label={spoken}
        defaultValue={value}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        required
        aria-invalid={issue ? true : undefined}
        title={issue}
      />
    </label>
  );
}

type Props = {
  label: ReactNode;
  /** The name for screen readers, if the label does not suffice. */
  name?: string;
  look?: string;
  isOpen?: boolean;
  children: ReactNode;
};

/** A question or a field that replaces its row: a details element, so that it needs no script. */
export function Ask({ label, name, look = 'btn btn-secondary btn-small', isOpen, children }: Props) {
  const t = useT();
  return (
    <details className="dock-ask" data-overlay open={isOpen}>
      <summary className={look}>
        <span className="dock-asks">
          {name && <span className="sr-only">{name} </span>}
          {label}
        </span>
        <span className="dock-keeps">{t('dock:keep')}</span>
      </summary>
      <div className="dock-answer">{children}</div>
    </details>
  );
}
