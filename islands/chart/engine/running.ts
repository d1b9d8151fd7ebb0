import type { Engine } from './engine.ts';

/** The live chart of each box: the page starts the first before its panel wakes. The engine's code is not needed to ask. */
const running = new WeakMap<Element, Engine>();

export const engineIn = (box: Element): Engine | undefined => running.get(box);

export function setRunning(box: Element, engine: Engine): void {
  running.set(box, engine);
}

/** Ends the live chart in `box`. */
export function endEngine(box: Element): void {
  running.get(box)?.destroy();
  running.delete(box);
}
