import type { Palette } from '#core/shop/themes.ts';
import { attachLines } from '../lines/attach-lines.ts';
import { Engine, type EngineListeners } from './engine.ts';
import { engineIn, setRunning } from './running.ts';

export type StartOptions = { palette: Palette; locale: string } & EngineListeners;

/** The live chart in `box`, made unless one runs there. */
export function startEngine(box: HTMLElement, { palette, locale, ...listeners }: StartOptions): Engine {
  const known = engineIn(box);
  if (known) return known;
  const { fontFamily } = getComputedStyle(box);
  const hollow = matchMedia('(prefers-contrast: more)').matches;
  const engine = new Engine(box, { palette, locale, fontFamily, hollow, listeners });
  setRunning(box, engine);
  engine.ends.push(attachLines(engine, box));
  return engine;
}
