import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { DOCK_COOKIE, type DockTab, writeDockState } from '#core/trading/dock.ts';
import { serverNow } from '#framework/browser/server-clock.ts';
import { setCookie } from '#framework/browser/set-cookie.ts';
import { refreshAccount, setCash } from '../../_state/account.ts';
import { onlyTicker } from '../../_state/live.ts';
import type { Order, SentOrder } from '../ground/orders.ts';
import type { Announce } from '../ground/say.ts';
import { sayDone } from '../ground/say.ts';
import { useStrings } from '../ground/use-strings.tsx';
import type { Intent, OrderRefusal } from './send.ts';

/** How long Confirm is locked after an order was filled or placed, ms. */
export const LOCK_MS = 1000;

export type TradeOutcome =
  | ({ kind: 'done'; order: Order; doneAt: number } & SentOrder)
  | ({ kind: 'refused'; order: Order } & OrderRefusal)
  | { kind: 'lost'; order: Order; key: string };

export type TicketTrade = {
  busy: boolean;
  /** Seconds until Confirm is unlocked; 0 while it is not locked. */
  wait: number;
  outcome: TradeOutcome | null;
  /** Sends the order. @returns the new price when the server asks the trader to confirm at it, else null */
  send(order: Order): Promise<string | null>;
  clear(): void;
};

/** Sends a panel's orders, one at a time. An outcome that no open ticket shows becomes a toast. */
export function useTrade(say: Announce, box: RefObject<HTMLElement | null>): TicketTrade {
  const strings = useStrings();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<TradeOutcome | null>(null);
  const { wait, lock } = useLock();
  const sending = useRef(false);
  const intent = useRef<Intent | null>(null);

  /** True while a ticket for the order is open, which shows its receipt or refusal. */
  const isShown = useCallback(
    ({ symbol, action }: Order) => {
      const form = box.current?.closest('.chart-panel')?.querySelector('.chart-ticket form');
      const field = (name: string) => form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
      return field('symbol') === symbol && field('action') === action;
    },
    [box],
  );
  const finish = useCallback(
    (order: Order, done: SentOrder) => {
      intent.current = null;
      setOutcome({ kind: 'done', order, doneAt: serverNow(), ...done });
      sayDone(order, done, strings, say, isShown(order));
      if (done.trade) showPositions();
      if (done.trade) setCash(done.trade.cash);
      lock();
      void refreshAccount();
    },
    [strings, say, lock, isShown],
  );
  const giveUp = useCallback(
    (order: Order, message: string) => {
      setOutcome({ kind: 'refused', order, code: null, price: null, fields: [], final: false, message });
      say.fail('failedTitle', message, isShown(order));
    },
    [say, isShown],
  );
  useLost(outcome, finish, giveUp);

  const send = useCallback(
    async (order: Order): Promise<string | null> => {
      const ticker = onlyTicker([order.symbol]);
      if (ticker !== null) {
        say.refuse('rtActiveTitle', 'rtTrade', { ticker });
        return null;
      }
      if (sending.current) return null;
      sending.current = true;
      setBusy(true);
      setOutcome(null);
      try {
        const { intentOf, sendOrder } = await import('./send.ts');
        intent.current = intentOf(order, intent.current);
        const result = await sendOrder(intent.current.order, intent.current.key, strings.unknownError);
        if (result.ok) {
          finish(intent.current.order, result);
          return null;
        }
        if (result.final) intent.current = null;
        setOutcome({ kind: 'refused', order, ...result });
        say.fail('failedTitle', result.message, isShown(order));
        return result.code === 'PRICE_MOVED' ? result.price : null;
      } catch (error) {
        const message = error instanceof Error && error.message ? error.message : strings.failed;
        say.fail('failedTitle', message, intent.current !== null && isShown(order));
        if (intent.current) setOutcome({ kind: 'lost', ...intent.current });
      } finally {
        sending.current = false;
        setBusy(false);
      }
      return null;
    },
    [strings, say, finish, isShown],
  );
  const clear = useCallback(() => setOutcome(null), []);
  return { busy, wait, outcome, send, clear };
}

/** Selects the dock's tab of open positions for its next refresh. */
function showPositions(): void {
  const current = document.querySelector<HTMLElement>('.dock-tab[aria-current]')?.dataset.dock;
  const positions: DockTab = 'positions';
  if (!current || current.startsWith(positions)) return;
  setCookie(DOCK_COOKIE, writeDockState({ tab: positions, isOpen: !document.querySelector('.dock-shut') }));
}

function useLock() {
  const [wait, setWait] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const lock = useCallback(() => {
    clearTimeout(timer.current);
    setWait(Math.ceil(LOCK_MS / 1000));
    timer.current = setTimeout(() => setWait(0), LOCK_MS);
  }, []);
  return { wait, lock };
}

/** Follows an order without a response until its outcome is known, or a sentence says why it stays unknown. */
function useLost(
  outcome: TradeOutcome | null,
  finish: (order: Order, done: SentOrder) => void,
  giveUp: (order: Order, message: string) => void,
): void {
  const strings = useStrings();
  useEffect(() => {
    if (outcome?.kind !== 'lost') return;
    const { order, key } = outcome;
    let isOver = false;
    let stop = () => {};
    // this code is here already: it sent the order
    void import('../data/lost-order.ts').then(({ followLost }) => {
      if (isOver) return;
      stop = followLost(key, strings, (end) => {
        if ('sentence' in end) giveUp(order, end.sentence);
        else finish(order, end);
      });
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [outcome, finish, giveUp, strings]);
}
