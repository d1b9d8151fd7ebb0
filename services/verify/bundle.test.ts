/** Proves bundles of seasons played on an earlier version of the tape. */
import { expect, test } from 'bun:test';
import { SeasonDiffersError } from '#proof/difference.ts';
import { bundleText, sampleBundle, seal } from '#tests/helpers/sample-bundle.ts';
import { verifyBundle } from './bundle.ts';

const SAMPLE = { fills: 40, traders: 4, symbols: 4, days: 3, ordersEach: 9 };

async function* linesOf(bundle: ReturnType<typeof sampleBundle>): AsyncGenerator<string> {
  yield* bundleText(bundle).trimEnd().split('\n');
}

test.each([3, 4])('proves a season of tape version %d by that version', async (version) => {
  const { number, prices } = await verifyBundle(linesOf(sampleBundle({ ...SAMPLE, version })));
  expect(number).toBe(3);
  expect(prices).toBeGreaterThan(40 - 10);
});

test('finds a difference in a season of version 3 that claims version 4', async () => {
  const renamed = sampleBundle({ ...SAMPLE, version: 3 }).map((line) =>
    line[0] === 'season' ? line.with(7, 4) : line,
  );
  expect(verifyBundle(linesOf(seal(renamed)))).rejects.toThrow(SeasonDiffersError);
});
