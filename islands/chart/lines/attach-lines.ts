import { watchPositions } from '../../_live/holdings.ts';
import { on } from '../../_state/socket.ts';
import type { Engine } from '../engine/engine.ts';
import { watchDrafts } from './drafts.ts';

/** Gives a chart the lines of the trader's position and orders; their code comes with the first of either. */
export function attachLines(engine: Engine, box: HTMLElement): () => void {
  let end: (() => void) | undefined;
  let isWanted = false;
  let isOver = false;

  async function begin(): Promise<void> {
    if (isWanted) return;
    isWanted = true;
    const { createLines } = await import('./lines.ts');
    if (!isOver) end = await createLines(engine, box);
  }

  const stops = [
    watchPositions(({ positions, held }) => {
      if (positions.length > 0 || Number(held) > 0) void begin();
    }),
    on('order', begin),
    watchDrafts(engine, () => void begin()),
  ];
  return () => {
    isOver = true;
    for (const stop of stops) stop();
    end?.();
  };
}
