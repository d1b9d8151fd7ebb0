import { afterEach, expect, test } from 'bun:test';
import { makeMovable } from './move.ts';

afterEach(() => document.body.replaceChildren());

test('a second finger neither moves the line nor ends its drag', () => {
  const grip = document.body.appendChild(document.createElement('button'));
  const calls: string[] = [];
  makeMovable(grip, document.body, {
    price: () => '100.0000',
    priceAt: (y) => y,
    moved: (price) => calls.push(price),
    send: () => calls.push('send'),
    revert: () => calls.push('revert'),
    ask: () => calls.push('ask'),
  });
  grip.setPointerCapture = () => {};
  grip.focus();
  const touch = (type: string, pointerId: number, clientY: number) =>
    grip.dispatchEvent(
      new PointerEvent(type, { pointerId, clientY, pointerType: 'touch', isPrimary: pointerId === 1 }),
    );
  touch('pointerdown', 1, 100);
  touch('pointermove', 1, 120);
  touch('pointerdown', 2, 300);
  touch('pointermove', 2, 330);
  touch('pointerup', 2, 330);
  touch('pointermove', 1, 140);
  touch('pointerup', 1, 140);
  expect(calls).toEqual(['120.00', '140.00', 'send']);
});
