import { expect, test } from 'bun:test';
import { openSheet } from './_dock-sheet.ts';

test('a second finger neither moves the sheet nor ends its drag', () => {
  const dock = document.body.appendChild(document.createElement('section'));
  openSheet(dock, document.createElement('button'));
  const sheet = document.querySelector('dialog')!;
  const bar = sheet.querySelector<HTMLElement>('.dock-bar')!;
  bar.setPointerCapture = () => {};
  const touch = (type: string, pointerId: number, clientY: number) =>
    bar.dispatchEvent(new PointerEvent(type, { pointerId, clientY, isPrimary: pointerId === 1 }));
  touch('pointerdown', 1, 100);
  touch('pointermove', 1, 120);
  touch('pointermove', 2, 400);
  touch('pointerup', 2, 400);
  expect([sheet.open, sheet.style.translate]).toEqual([true, '0 20px']);
  touch('pointerup', 1, 190);
  expect(document.querySelector('dialog')).toBeNull();
});
