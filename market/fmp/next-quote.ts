/** The price an order waits for: the first that is received after it came, so that nobody fills at one they knew. */
import type { Quote } from '../market.ts';
import { pause, type Time } from '../provider/time.ts';

/** A quote with when it was received, epoch ms. */
export type Received = { at: number; quote: Quote };

/** After an answer that was no newer it is asked again, for a polling interval altogether; then the answer stands. */
export const LOOK_MS = 1_250;
const LOOKS = 5;

/**
 * @param deps.received the newest answer @param deps.atHand a streamed price so young that none need be asked for
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
    /** What was received since. */
    const confirmed = () => {
      const answer = received(symbol);
      return answer !== null && answer.at >= arrivedMs ? answer.quote : null;
    };
    const look = () => {
      const quote = confirmed();
      return quote && (quote.asOfMs ?? 0) > knownMs ? quote : atHand(symbol);
    };
    return async () => {
      for (let looks = 1; ; looks++) {
        let quote = look();
        if (quote) return quote;
        await ask(symbol);
        quote = look();
        if (quote) return quote;
        // a share that nobody traded meanwhile still has its price
        if (looks === LOOKS) return confirmed();
        await pause(time, LOOK_MS);
      }
    };
  };
}
