/** The price an order waits for: the first that is received after it came, so that nobody fills at one they knew. */
import type { Quote } from '../market.ts';
import { pause, type Time } from '../provider/time.ts';

/** A quote with when it was received, epoch ms. */
export type Received = { at: number; quote: Quote };

/** After an answer that was no newer it is asked again, for a polling interval altogether. */
export const LOOK_MS = 1_250;
const LOOKS = 5;

/**
 * @param deps.received the newest answer @param deps.atHand a streamed price that is young enough to need none
 * @param deps.ask has the price asked for anew
 * @returns `Market.nextQuote`
 */
export function createNext(deps: {
  time: Time;
  received(symbol: string): Received | null;
  atHand(symbol: string): Quote | null;
  ask(symbol: string): Promise<unknown>;
}): (symbol: string) => () => Promise<Quote | null> {
  const { time, received, atHand, ask } = deps;
  return function next(symbol) {
    const arrivedMs = time.now();
    const knownMs = received(symbol)?.quote.asOfMs ?? 0;
    const look = () => {
      const answer = received(symbol);
      const isNext = answer !== null && answer.at >= arrivedMs && (answer.quote.asOfMs ?? 0) > knownMs;
      return isNext ? answer.quote : atHand(symbol);
    };
    return async () => {
      for (let looks = 1; ; looks++) {
        let quote = look();
        if (quote) return quote;
        await ask(symbol);
        quote = look();
        if (quote || looks === LOOKS) return quote;
        await pause(time, LOOK_MS);
      }
    };
  };
}
