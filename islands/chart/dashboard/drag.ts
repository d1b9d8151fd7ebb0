import type { PointerEvent } from 'react';

/** A chart that is dragged within EDGE px of the window's edge scrolls the page by SCROLL px per frame. */
const EDGE = 70;
const SCROLL = 14;

/**
 * Drags a chart from this pointerdown until the pointer is released, and marks the chart below the pointer as the drop
 * target. Esc cancels.
 * @param onDrop receives the id of the drop target; not called without one
 */
export function carry(event: PointerEvent<HTMLElement>, onDrop: (id: number) => void): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const shade = event.currentTarget;
  const cell = shade.closest<HTMLElement>('[data-cell]')!;
  const from = { x: event.pageX, y: event.pageY };
  const pointer = { x: event.clientX, y: event.clientY };
  let target: HTMLElement | null = null;
  let frame = 0;
  // The browser captures touch pointers, but not mouse pointers.
  shade.setPointerCapture(event.pointerId);
  cell.classList.add('chart-carried');

  function follow(): void {
    cell.style.translate = `${pointer.x + scrollX - from.x}px ${pointer.y + scrollY - from.y}px`;
    const below = document
      .elementsFromPoint(pointer.x, pointer.y)
      .map((element) => element.closest<HTMLElement>('[data-cell]'))
      .find((each) => each && each !== cell);
    if (below === target) return;
    target?.removeAttribute('data-drop');
    target = below ?? null;
    target?.setAttribute('data-drop', '');
  }
  function scroll(): void {
    frame = requestAnimationFrame(scroll);
    const way = pointer.y < EDGE ? -1 : pointer.y > innerHeight - EDGE ? 1 : 0;
    if (way === 0) return;
    scrollBy({ top: way * SCROLL, behavior: 'instant' });
    follow();
  }
  function move({ clientX, clientY }: globalThis.PointerEvent): void {
    if (frame === 0) frame = requestAnimationFrame(scroll);
    Object.assign(pointer, { x: clientX, y: clientY });
    follow();
  }
  function end(drop: boolean): void {
    cancelAnimationFrame(frame);
    stop.abort();
    const on = target;
    target?.removeAttribute('data-drop');
    cell.classList.remove('chart-carried');
    cell.style.translate = '';
    if (drop && on) onDrop(Number(on.dataset.cell));
  }

  const stop = new AbortController();
  const { signal } = stop;
  shade.addEventListener('pointermove', move, { signal });
  shade.addEventListener('pointerup', () => end(true), { signal });
  shade.addEventListener('lostpointercapture', () => end(false), { signal });
  document.addEventListener('keydown', (key) => key.key === 'Escape' && end(false), { signal });
}
