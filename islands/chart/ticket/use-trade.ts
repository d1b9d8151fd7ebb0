import { useCallback, useEffect, useRef, useState } from 'react';
import { fill } from '#core/locale/fill.ts';
import { refreshAccount, setCash } from '../../_state/account.ts';
import { live } from '../../_state/live.ts';
import { trading } from '../panel/parts.ts';
import type { Say } from '../panel/say.ts';
import type { ChartStrings } from '../panel/strings.ts';
import { ACTION_NAME } from './actions.ts';
import { type Intent, intentOf } from './intent.ts';
import type { Order } from './send.ts';

/** Confirm stays locked for this long after a fill. */
export const LOCK_MS = 1000;

export type Trade = {
  busy: boolean;
  /** Whole seconds Confirm is still locked, 0 when it is not. */
  wait: number;
  /** Sends the order. @returns the new price when the server asks to confirm at it */
  send(order: Order): Promise<number | null>;
};

/** Sends orders of a panel, one at a time, and says how they went. */
export function useTrade(strings: ChartStrings, say: Say, onFill: () => void): Trade {
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useState(0);
  const sending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const intent = useRef<Intent | null>(null);

  useEffect(() => () => clearTimeout(timer.current), []);

  const send = useCallback(
    async (order: Order): Promise<number | null> => {
      const locked = live.value;
      if (locked && locked.ticker !== order.symbol) {
        say.refuse('rtActiveTitle', 'rtTrade', { ticker: locked.ticker });
        return null;
      }
      if (sending.current) return null;
      sending.current = true;
      setBusy(true);
      try {
        const { newKey, sendOrder } = await trading();
        intent.current = intentOf(order, intent.current, newKey);
        const result = await sendOrder(intent.current.order, intent.current.key, strings.unknownError);
        if (result.ok || result.final) intent.current = null;
        if (!result.ok) {
          say.fail('failedTitle', result.message);
          return result.code === 'PRICE_MOVED' ? result.price : null;
        }
        say.done(
          'executedTitle',
          fill(strings.executed, {
            action: strings[ACTION_NAME[order.action]].toUpperCase(),
            quantity: result.quantity,
            symbol: result.symbol,
            price: `$${result.price.toFixed(2)}`,
          }),
        );
        const { xpGained: xp, levelsGained, tkfGained: tkf } = result;
        if (levelsGained > 0) say.done('levelTitle', fill(strings.levelled, { xp, tkf }));
        else if (xp > 0) say.done('gainTitle', fill(strings.gained, { xp }));
        if (result.cash !== null) setCash(result.cash);
        setWait(Math.ceil(LOCK_MS / 1000));
        timer.current = setTimeout(() => setWait(0), LOCK_MS);
        onFill();
        void refreshAccount();
      } catch (error) {
        const message = error instanceof Error && error.message ? error.message : strings.failed;
        say.fail('failedTitle', message);
      } finally {
        sending.current = false;
        setBusy(false);
      }
      return null;
    },
    [strings, say, onFill],
  );
  return { busy, wait, send };
}
