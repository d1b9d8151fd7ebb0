import { type RefObject, useEffect, useRef } from 'react';
import { fill } from '#core/locale/sentence.ts';
import { priceDecimals } from '#core/market/price-text.ts';
import type { Engine } from '../engine/engine.ts';
import { paneSize, priceAtY } from '../engine/pane.ts';
import { useStrings } from '../ground/use-strings.tsx';

type Props = {
  engine: Engine;
  box: RefObject<HTMLDivElement | null>;
  /** @param price dollars, decimal string @param last the newest bar's price, dollars */
  onPress(price: string, last: number): void;
};

/** The + beside the price axis at the height of the mouse. It opens a limit order at that price. */
export default function AxisOrder({ engine, box, onPress }: Props) {
  const strings = useStrings();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const area = box.current?.closest<HTMLElement>('.chart-area');
    const place = ({ clientY, pointerType, buttons, target }: PointerEvent) => {
      const rect = box.current?.getBoundingClientRect();
      if (!rect || !button.current) return;
      const { width, height } = paneSize(engine);
      const y = ((clientY - rect.top) * box.current!.offsetHeight) / rect.height;
      const price = priceAtY(engine, y);
      const isOnLabel = (target as Element).closest('.chart-label, .chart-corner') !== null;
      const isOver = y >= 0 && y <= height && price !== null && price > 0;
      button.current.hidden = pointerType !== 'mouse' || buttons > 0 || isOnLabel || !isOver;
      if (button.current.hidden || price === null) return;
      button.current.style.translate = `${width}px ${y}px`;
      button.current.value = price.toFixed(priceDecimals(price));
      button.current.title = fill(strings.orderAt, { price: button.current.value });
    };
    const hide = () => {
      if (button.current) button.current.hidden = true;
    };
    area?.addEventListener('pointermove', place);
    area?.addEventListener('pointerleave', hide);
    return () => {
      area?.removeEventListener('pointermove', place);
      area?.removeEventListener('pointerleave', hide);
    };
  }, [engine, box, strings]);
  return (
    <button
      ref={button}
      type="button"
      className="axis-order"
      tabIndex={-1}
      hidden
      onClick={({ currentTarget }) => {
        const last = engine.bars.last();
        if (last) onPress(currentTarget.value, last.close);
      }}
    >
      <span className="i-lucide-plus size-3.5" aria-hidden="true" />
    </button>
  );
}
