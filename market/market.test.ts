/** The type checker tests what must not compile: an `@ts-expect-error` above a line that compiles is itself an error. */
import { expect, test } from 'bun:test';
import type { Market } from './market.ts';
import { createSimulatedMarket } from './simulated/market.ts';

const asMarket = (market: Market) => market;

test('a polled or bought market without nextQuote does not compile', () => {
  const simulated = createSimulatedMarket();
  const facts = { ...simulated.capabilities, pollSec: undefined, provider: undefined };
  const nextQuote = () => () => Promise.resolve(null);
  const markets = [
    asMarket({ ...simulated, capabilities: facts }),
    asMarket({ ...simulated, capabilities: { ...facts, pollSec: 5, provider: true }, nextQuote }),
    // @ts-expect-error
    asMarket({ ...simulated, capabilities: { ...facts, pollSec: 5 } }),
    // @ts-expect-error
    asMarket({ ...simulated, capabilities: { ...facts, provider: true } }),
  ];
  expect(markets).toHaveLength(4);
});
