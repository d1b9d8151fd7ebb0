import type { Engine } from './engine.ts';

/** The running chart of each box. The panel imports this file, and must not import the engine's code with it. */
const running = new WeakMap<Element, Engine>();

export const engineIn = (box: Element): Engine | undefined => running.get(box);

export function setRunning(box: Element, engine: Engine): void {
  running.set(box, engine);
}

export function endEngine(box: Element): void {
  running.get(box)?.destroy();
  running.delete(box);
}
