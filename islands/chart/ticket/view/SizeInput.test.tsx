import { expect, test } from 'bun:test';
import { fireEvent, render } from '@testing-library/react';
import { quantityMicros } from '#core/money/units.ts';
import chart from '#locales/en/chart.json' with { type: 'json' };
import type { PartProps } from '../use-order.ts';
import { SizeInput } from './SizeInput.tsx';

/** Renders the field of a ticket whose largest order is for `largest` millionths of a share. */
function chipsOf(largest: bigint, closing: boolean) {
  const taken: bigint[] = [];
  const order = {
    draft: { mode: 'quantity', quantity: '2', amount: '', most: false },
    judgement: { largest: quantityMicros(largest), sizeProblem: null, fault: null },
    scene: { symbol: 'AAPL', limits: { rules: { maxShare: null } } },
    closing,
    isOnline: true,
    change() {},
    take: (quantity: bigint) => taken.push(quantity),
  };
  const part = { order, trade: { outcome: null }, strings: chart } as unknown as PartProps;
  const { getByTestId } = render(<SizeInput {...part} />);
  const chips = [...getByTestId('ticket-chips').querySelectorAll('button')];
  return { isEnabled: chips.map(({ disabled }) => !disabled), most: chips.at(-1)!, taken };
}

test('closing less than a share, Most takes the whole position', () => {
  const { isEnabled, most, taken } = chipsOf(400_000n, true);
  expect(isEnabled).toEqual([false, false, false, true]);
  fireEvent.click(most);
  expect(taken).toEqual([400_000n]);
});

test.each([
  ['opening less than a share', 400_000n, false, [false, false, false, false]],
  ['closing without a position', 0n, true, [false, false, false, false]],
  ['opening two shares', 2_000_000n, false, [false, true, true, true]],
])('%s', (_, largest, closing, enabled) => {
  expect(chipsOf(largest, closing).isEnabled).toEqual(enabled);
});
