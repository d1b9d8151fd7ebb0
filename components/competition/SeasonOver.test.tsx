import { expect, test } from 'bun:test';
import { draw, textOf } from '#tests/helpers/draw.tsx';
import { type PodiumStep, SeasonOver } from './SeasonOver.tsx';

const step = (place: number, names: readonly string[], more = 0): PodiumStep => ({
  ...{ place, more, prize: place === 1 ? '₪500.00' : null, equity: '$110,000.00' },
  traders: names.map((username) => ({ username, logoUrl: null, isSimulated: false })),
  change: { value: '10.00', text: '+10.00%' },
});
const told = (steps: readonly PodiumStep[]) =>
  textOf(draw(<SeasonOver own={null} traders="9" steps={steps} />));
const won = 'Portfolio value $110,000.00 +10.00% Prize pool ₪500.00';

test('nobody traded: neither a ticket nor a podium', () => {
  expect(draw(<SeasonOver own={null} traders="9" steps={[]} />)).toBe('');
});

test('one and two ranked traders have a step each', () => {
  expect(told([step(1, ['ann'])])).toBe(`Winner ann ${won} AN ann +10.00% 1 ₪500.00`);
  expect(told([step(1, ['ann']), step(2, ['bob'])])).toBe(
    `Winner ann ${won} AN ann +10.00% 1 ₪500.00 BO bob +10.00% 2`,
  );
});

test('shared places share a step; who has no room on it is counted', () => {
  expect(told([step(1, ['ann', 'bob', 'cid'], 2)])).toBe(
    `Winners ann bob cid +2 ${won} AN BO CI ann bob cid +2 +10.00% 1 ₪500.00`,
  );
});
