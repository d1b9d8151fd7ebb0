import { useCallback, useEffect, useRef, useState } from 'react';
import type { PanelStart, TicketSide } from '#components/chart/panel.ts';
import { useQuote } from '../../_live/use-quote.ts';
import { trading } from '../panel/parts.ts';
import type { Announce } from '../panel/say.ts';
import type { ChartStrings } from '../panel/strings.ts';
import type { PanelView } from '../panel/use-panel.ts';
import type { TicketAction } from './actions.ts';

export type TicketState = {
  side: TicketSide | null;
  /** Dollars: the live price, or the one fetched when the ticket opened. */
  price: number | null;
  /** Whole seconds since it was renewed, once that is too long. */
  age: number | null;
  toggle(side: TicketSide): void;
  close(): void;
  setPrice(price: number): void;
  actionOf(side: TicketSide): TicketAction;
};

/** Which ticket of a panel is open, and the price it shows. */
export function useTicket(
  start: PanelStart,
  view: PanelView,
  say: Announce,
  strings: ChartStrings,
): TicketState {
  const [side, setSide] = useState(start.ticket);
  const [price, setPrice] = useState<number | null>(start.last?.price ?? null);
  /** The price could not be had: none is shown. */
  const [failed, setFailed] = useState(false);
  const opener = useRef<Element | null>(null);
  /** The ticket came with the page, and the server's price in it. */
  const drawn = useRef(start.ticket !== null);
  const { symbol, short } = view;
  const quote = useQuote(side && symbol);

  useEffect(() => {
    if (!side) return;
    const request = new AbortController();
    if (!drawn.current) setPrice(null);
    setFailed(false);
    drawn.current = false;
    trading()
      .then(({ fetchPrice }) => fetchPrice(symbol, request.signal))
      .then((result) => {
        if (request.signal.aborted) return;
        if (result.ok) return setPrice(result.price);
        setPrice(null);
        setFailed(true);
        say.fail('priceFailedTitle', result.message ?? strings.priceFailed);
      })
      .catch(() => {
        if (!request.signal.aborted) say.refuse('priceFailedTitle', 'priceFailed');
      });
    return () => request.abort();
  }, [side, symbol, say, strings]);

  const close = useCallback(() => {
    setSide(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }, []);
  const toggle = useCallback((next: TicketSide) => {
    opener.current = document.activeElement;
    setSide((now) => (now === next ? null : next));
  }, []);
  const actionOf = (of: TicketSide): TicketAction =>
    of === 'open' ? (short ? 'short' : 'buy') : short ? 'cover' : 'sell';
  const shown = quote && !failed ? { price: Number(quote.price), age: quote.age } : { price, age: null };
  return { side, ...shown, toggle, close, setPrice, actionOf };
}
