import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PanelRequest, PanelStart, TicketSide } from '#components/chart/panel.ts';
import { type LiveQuote, quoteNow, watchQuote } from '../../_live/quotes.ts';
import { type DoneOrder, LINE_TRADED, type TicketAction } from '../ground/orders.ts';
import type { Announce } from '../ground/say.ts';
import { useStrings } from '../ground/use-strings.tsx';
import type { PriceResult } from './send.ts';

export type TicketState = {
  side: TicketSide | null;
  /** The order that a label sent while no ticket was open. The panel shows its receipt in place of a ticket. */
  receipt: DoneOrder | null;
  /** The live price, or the one fetched when the ticket opened: dollars, decimal string; null while unknown. */
  price: string | null;
  /** The age of an old price, whole seconds; null while it is fresh. */
  age: number | null;
  /** The initial limit price of the open ticket, dollars, decimal string; null without one. */
  limit: string | null;
  toggle(side: TicketSide): void;
  /** Opens the ticket with a limit price: to buy when it is below `last`, the newest price, else to sell. */
  openLimit(price: string, last: number): void;
  close(): void;
  setPrice(price: string): void;
  actionOf(side: TicketSide): TicketAction;
};

/** The interval of polls after a failed fetch of the price, ms. */
const ASK_MS = 10_000;
const LOST: PriceResult = { ok: false, message: null };

export function useTicket(
  start: PanelStart,
  view: Pick<PanelRequest, 'symbol' | 'short'>,
  say: Announce,
  box: RefObject<HTMLElement | null>,
): TicketState {
  const [side, setSide] = useState(start.ticket);
  const [limit, setLimit] = useState<string | null>(null);
  const [receipt, setReceipt] = useState<DoneOrder | null>(null);
  const opener = useRef<Element | null>(null);
  const lastSide = useRef<TicketSide>('open');
  const { symbol, short } = view;
  const ticketPrice = useTicketPrice(side, symbol, start, say);

  const close = useCallback(() => {
    setSide(null);
    setReceipt(null);
  }, []);
  const toggle = useCallback((next: TicketSide) => {
    opener.current = document.activeElement;
    lastSide.current = next;
    setSide((now) => (now === next ? null : next));
    setLimit(null);
    setReceipt(null);
  }, []);
  const openLimit = useCallback(
    (price: string, last: number) => {
      const next = Number(price) < last === !short ? 'open' : 'close';
      opener.current = document.body;
      lastSide.current = next;
      setSide(next);
      setLimit(price);
      setReceipt(null);
    },
    [short],
  );
  useEffect(() => {
    const onTraded = (event: Event) => {
      // an open ticket stays open
      if (side !== null) return;
      opener.current = document.activeElement;
      setReceipt((event as CustomEvent<DoneOrder>).detail);
    };
    const chart = box.current;
    chart?.addEventListener(LINE_TRADED, onTraded);
    return () => chart?.removeEventListener(LINE_TRADED, onTraded);
  }, [box, side]);
  useEffect(() => setReceipt((now) => (now?.order.symbol === symbol ? now : null)), [symbol]);
  const isOpen = side !== null || receipt !== null;
  useEffect(() => {
    // only after the ticket has closed, because on phones the ticket covers the button that opened it
    if (isOpen || !(opener.current instanceof HTMLElement)) return;
    // the ticket was opened by a key, or by a button that no longer exists
    const isLost = opener.current === document.body || !opener.current.isConnected;
    const button = box.current
      ?.closest('.chart-panel')
      ?.querySelector<HTMLElement>(`.chart-order[value=${lastSide.current}]`);
    (isLost ? button : opener.current)?.focus();
    opener.current = null;
  }, [isOpen, box]);
  const actionOf = (of: TicketSide): TicketAction =>
    of === 'open' ? (short ? 'short' : 'buy') : short ? 'cover' : 'sell';
  return { side, receipt, limit, ...ticketPrice, toggle, openLimit, close, actionOf };
}

/** Returns the newest price of an open ticket, and polls for it after a failed fetch. */
function useTicketPrice(
  side: TicketSide | null,
  symbol: string,
  start: PanelStart,
  say: Announce,
): Pick<TicketState, 'price' | 'age' | 'setPrice'> {
  const strings = useStrings();
  const [price, setPrice] = useState(start.last && String(start.last.price));
  /** Set after a failed fetch: the ticket has no price until a quote comes whose time is not `known`, epoch ms. */
  const [failed, setFailed] = useState<{ known: number | null } | null>(null);
  /** True for a ticket that the server rendered with its price. */
  const drawn = useRef(start.ticket !== null);
  const quote = useQuote(side && symbol);

  useEffect(() => {
    if (!side) return;
    const request = new AbortController();
    const { signal } = request;
    if (!drawn.current) setPrice(null);
    setFailed(null);
    drawn.current = false;
    const ask = async (): Promise<PriceResult> => {
      const result = await import('./send.ts')
        .then(({ fetchPrice }) => fetchPrice(symbol, signal))
        .catch(() => LOST);
      if (result.ok && !signal.aborted) {
        setPrice(result.price);
        setFailed(null);
        request.abort();
      }
      return result;
    };
    void ask().then((result) => {
      if (result.ok || signal.aborted) return;
      setPrice(null);
      setFailed({ known: quoteNow(symbol)?.at ?? null });
      say.fail('priceFailedTitle', result.message ?? strings.priceFailed);
      const timer = setInterval(ask, ASK_MS);
      signal.addEventListener('abort', () => clearInterval(timer));
      window.addEventListener('online', ask, { signal });
    });
    return () => request.abort();
  }, [side, symbol, say, strings]);

  const isKnown = quote !== null && (failed === null || quote.at !== failed.known);
  return { ...(isKnown ? { price: quote.price, age: quote.age } : { price, age: null }), setPrice };
}

/**
 * Returns the newest price of a symbol, which changes in the same frame on the whole page; null while it is unknown.
 * @param symbol null while the component shows no price, so that new prices do not render it again
 */
function useQuote(symbol: string | null): LiveQuote | null {
  const subscribe = useCallback(
    (changed: () => void) => (symbol === null ? () => {} : watchQuote(symbol, changed)),
    [symbol],
  );
  return useSyncExternalStore(
    subscribe,
    () => (symbol === null ? null : quoteNow(symbol)),
    () => null,
  );
}
