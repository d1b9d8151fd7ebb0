import type { ReactNode } from 'react';
import { direction, formatNumber } from '#core/locale/format.ts';
import { usePage, useT } from '#framework/page.tsx';
import { DirectionMark, Mark } from './Mark.tsx';

/** Isolates a number, price, ticker or address, which is always left to right. */
export function Bdi({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}

type ChangeProps = {
  /** The exact figure, which decides colour and triangle. */
  value: string | number;
  /** The same figure as text, with its sign. */
  text: string;
  className?: string;
};

/** A profit, loss or change: triangle, sign and colour; zero has none of them. */
export function Change({ value, text, className = '' }: ChangeProps) {
  const side = direction(value);
  const color = side > 0 ? 'text-gain' : side < 0 ? 'text-loss' : 'text-paper-2';
  return (
    <span className={`inline-flex items-center gap-1 whitespace-nowrap ${color} ${className}`} dir="ltr">
      {side !== 0 && <DirectionMark up={side > 0} />}
      <Bdi>{text}</Bdi>
    </span>
  );
}

/** Long or Short: shape and word in a neutral colour. */
export function DirectionTag({ type }: { type: 'long' | 'short' }) {
  const t = useT();
  return (
    <span className="tag gap-1 text-paper-2">
      <DirectionMark up={type === 'long'} className="h-1.75 w-1.75" />
      {t(type === 'long' ? 'common:long' : 'common:short')}
    </span>
  );
}

type FigureProps = { label: string; hint?: ReactNode; children: ReactNode };

/** A card with one figure. Its parent must be a `<dl>`. */
export function Figure({ label, hint, children }: FigureProps) {
  return (
    <div className="card p-4 lt-tiny:p-3">
      <dt className="text-caption text-paper-3">{label}</dt>
      <dd className="mt-2 flex items-center text-stat lt-tiny:text-size-figure">{children}</dd>
      {hint !== undefined && <dd className="mt-1 text-caption text-paper-3">{hint}</dd>}
    </div>
  );
}

/** A card with a label and a figure. Its parent must be a `<dl>`. @param look class of the figure's font size */
export function FactCard({
  label,
  look = 'text-h3',
  children,
}: Omit<FigureProps, 'hint'> & { look?: string }) {
  return (
    <div className="card p-4">
      <dt className="text-caption text-paper-3">{label}</dt>
      <dd className={`mt-1 ${look}`}>{children}</dd>
    </div>
  );
}

/** A figure, in a smaller font size if it has more characters than fit. @param most how many fit */
export function FitFigure({ text, most }: { text: string; most: number }) {
  const style = text.length > most ? { fontSize: `${(most / text.length).toFixed(2)}em` } : undefined;
  return <span style={style}>{text}</span>;
}

export function PriceSource({ className = '' }: { className?: string }) {
  const { t, prices } = usePage();
  return <span className={`text-caption text-paper-3 ${className}`}>{t(...prices)}</span>;
}

/** Type steps beside which the coin is small. */
const SMALL = ['text-h3', 'text-size-body'];

/** An amount of the shop's currency with its coin. @param look class of the amount's font size */
export function Tkf({ amount, look = 'text-h3' }: { amount: number; look?: string }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap text-tkf">
      <Mark shape="circle" className={SMALL.includes(look) ? 'h-4 w-4' : 'h-6 w-6'} />
      <Bdi>
        <span className={look}>{formatNumber(amount)}</span> <span className="text-small">TKF</span>
      </Bdi>
    </span>
  );
}
