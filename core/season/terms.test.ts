import { expect, test } from 'bun:test';
import { clash, practiceReasons, type SeasonTerms, widen } from './terms.ts';

const TERMS: SeasonTerms = {
  market: 'simulated',
  hours: 'always',
  delaySec: 0,
  quoteMaxAgeMs: 15_000,
  marketSeed: false,
  tape: { version: 2, catalogue: 'abc' },
  tieRule: 'shared',
};

test.each<[Partial<SeasonTerms>, string[]]>([
  [{}, []],
  [{ quoteMaxAgeMs: 60_000 }, []],
  [{ quoteMaxAgeMs: 60_001 }, ['delay']],
  [{ market: 'fmp', tape: null, delaySec: 900 }, ['delay']],
  [{ marketSeed: true }, ['seed']],
  // a seed does not affect the prices of these markets
  [{ market: 'fmp', tape: null, marketSeed: true }, []],
  [{ market: 'replay', tape: null, quoteMaxAgeMs: 90_000 }, ['delay', 'replay']],
])('practice: %o for %o', (some, reasons) => {
  expect(practiceReasons({ ...TERMS, ...some })).toEqual(reasons as never);
});

test('a season clashes with another market or other hours, and with nothing else', () => {
  expect(clash(TERMS, { ...TERMS, quoteMaxAgeMs: 1, marketSeed: true, tape: null })).toBeNull();
  expect(clash(TERMS, { ...TERMS, market: 'fmp' })).toEqual({
    name: 'MARKET',
    stored: 'simulated',
    now: 'fmp',
  });
  expect(clash(TERMS, { ...TERMS, hours: 'us' })).toEqual({
    name: 'MARKET_HOURS',
    stored: 'always',
    now: 'us',
  });
});

test('terms widen and never narrow; a tape that changed is none', () => {
  expect(widen(TERMS, { ...TERMS, quoteMaxAgeMs: 5_000 })).toBe(TERMS);
  const wide = widen(TERMS, { ...TERMS, quoteMaxAgeMs: 90_000 });
  expect(wide).toEqual({ ...TERMS, quoteMaxAgeMs: 90_000 });
  expect(widen(wide, TERMS)).toBe(wide);
  expect(widen(TERMS, { ...TERMS, tape: { version: 3, catalogue: 'abc' } }).tape).toBeNull();
  expect(widen(TERMS, { ...TERMS, tape: { version: 2, catalogue: 'abd' } }).tape).toBeNull();
});
