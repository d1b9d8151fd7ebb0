import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Engine } from './engine.ts';
import { priceAxis } from './price-axis.ts';
import { endEngine, engineIn } from './running.ts';
import type { StartOptions } from './start-engine.ts';

export type EngineOptions = StartOptions & {
  /** The chart's code could not be fetched: the server's drawing stays. */
  onFailure(): void;
};

/** The live chart in `box`: the one that runs there already, else one of its own; null before that. */
export function useEngine(box: RefObject<HTMLElement | null>, options: EngineOptions): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null);
  const latest = useRef(options);
  latest.current = options;

  // before anything is painted: a chart that runs is never seen without its panel, nor the server's drawing over it
  useLayoutEffect(() => {
    const element = box.current!;
    let isGone = false;
    const lookAfter = (own: Engine) => {
      own.listen({
        onHover: (reading) => latest.current.onHover?.(reading),
        onWidth: (width) => latest.current.onWidth?.(width),
      });
      priceAxis(own);
      setEngine(own);
    };
    const running = engineIn(element);
    if (running) lookAfter(running);
    else {
      import('./start-engine.ts')
        .then(({ startEngine }) => isGone || lookAfter(startEngine(element, latest.current)))
        .catch(() => latest.current.onFailure());
    }
    return () => {
      isGone = true;
      endEngine(element);
      setEngine(null);
    };
  }, [box]);
  return engine;
}
