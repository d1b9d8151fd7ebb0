import { afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { act, fireEvent, render } from '@testing-library/react';
import { pushToast, TOAST_MS } from './_state/toasts.ts';
import { ToastList } from './_toast-list.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('after a toast was closed by key the next one goes by itself', () => {
  const { container, getByRole } = render(<ToastList label="Notifications" dismissLabel="Close" />);
  const push = (title: string) => act(() => pushToast({ kind: 'success', title }));
  const pass = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
  push('one');
  const close = getByRole('button');
  act(() => close.focus());
  pass(2 * TOAST_MS);
  expect(container.textContent).toContain('one');
  fireEvent.click(close);
  expect(container.textContent).toBe('');
  push('two');
  pass(TOAST_MS);
  expect(container.textContent).toBe('');
});

test('a toast stays under the pointer, also beside one that was closed', () => {
  const { container, getAllByRole } = render(<ToastList label="Notifications" dismissLabel="Close" />);
  for (const title of ['one', 'two']) act(() => pushToast({ kind: 'success', title }));
  const list = container.querySelector('section')!;
  fireEvent.pointerMove(list);
  fireEvent.click(getAllByRole('button')[0]!);
  fireEvent.pointerMove(list);
  act(() => void jest.advanceTimersByTime(2 * TOAST_MS));
  expect(container.textContent).toBe('two');
  fireEvent.pointerLeave(list);
  act(() => void jest.advanceTimersByTime(TOAST_MS));
  expect(container.textContent).toBe('');
});
