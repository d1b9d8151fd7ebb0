import { stepped, toTick } from './line.ts';

export type LineMover = {
  /** Returns the current price, decimal string; null while the line cannot be moved. */
  price(): string | null;
  /** Returns the price at a height of the chart, dollars; null without bars. */
  priceAt(y: number): number | null;
  moved(price: string): void;
  send(): void;
  revert(): void;
  ask(): void;
};

const STEPS: Record<string, { cents: number } | { percent: number }> = {
  ArrowUp: { cents: 1 },
  ArrowDown: { cents: -1 },
  ArrowRight: { cents: 1 },
  ArrowLeft: { cents: -1 },
  PageUp: { percent: 1 },
  PageDown: { percent: -1 },
};
/** Shift multiplies the step of an arrow key by this number. */
const FAR = 10;

/** A press that moves further than this is a drag, px. */
const SLACK = 3;

/** Makes a line movable by its grip. @param box the chart's element, from whose top heights are measured */
export function makeMovable(grip: HTMLElement, box: HTMLElement, mover: LineMover): void {
  grip.addEventListener('keydown', (event) => {
    const price = mover.price();
    const step = STEPS[event.key];
    if (price !== null && step) {
      const far = event.shiftKey && 'cents' in step ? { cents: step.cents * FAR } : step;
      mover.moved(stepped(price, far));
    } else if (event.key === 'Enter') mover.send();
    else if (event.key === 'Escape') mover.revert();
    else if (event.key === 'Delete' || event.key === 'Backspace') mover.ask();
    else return;
    event.preventDefault();
  });
  grip.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary || mover.price() === null) return;
    // a tap selects the line, the next touch drags it
    if (event.pointerType === 'touch' && !grip.contains(document.activeElement)) return;
    grip.focus({ preventScroll: true });
    event.preventDefault();
    drag(grip, box, mover, event);
  });
}

function drag(grip: HTMLElement, box: HTMLElement, mover: LineMover, start: PointerEvent): void {
  const over = new AbortController();
  const { signal } = over;
  let isDragged = false;
  grip.setPointerCapture(start.pointerId);
  const move = ({ clientY, pointerId }: PointerEvent) => {
    if (pointerId !== start.pointerId) return;
    if (!isDragged && Math.abs(clientY - start.clientY) < SLACK) return;
    isDragged = true;
    const price = mover.priceAt(clientY - box.getBoundingClientRect().top);
    if (price !== null) mover.moved(toTick(price));
  };
  grip.addEventListener('pointermove', move, { signal });
  const end = ({ type, pointerId }: PointerEvent) => {
    if (pointerId !== start.pointerId) return;
    over.abort();
    if (type === 'pointercancel') mover.revert();
    else if (isDragged) mover.send();
  };
  grip.addEventListener('pointerup', end, { signal });
  grip.addEventListener('pointercancel', end, { signal });
  grip.addEventListener('keydown', ({ key }) => key === 'Escape' && over.abort(), { signal });
}
