import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Palette } from '#core/shop/themes.ts';
import type { Reading } from './crosshair.ts';
import type { Engine } from './engine.ts';

// Fetched beside the island's own code, so that the chart need not wait for hydration to ask for it.
const engineModule = typeof document === 'undefined' ? null : import('./engine.ts');
engineModule?.catch(() => {});

export type EngineOptions = {
  palette: Palette;
  locale: string;
  onHover(reading: Reading | null): void;
  onWidth?(width: number): void;
  /** The chart's code could not be fetched: the server's drawing stays. */
  onFailure(): void;
};

/** The live chart in `box`, from the moment its code and the fonts are here; null before that. */
export function useEngine(box: RefObject<HTMLElement | null>, options: EngineOptions): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null);
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    let gone = false;
    let made: Engine | null = null;
    // A chart made before the fonts are here keeps the fallback face for ever.
    Promise.all([engineModule, document.fonts.ready])
      .then(([module]) => {
        if (gone || !module || !box.current) return;
        const { palette, locale } = latest.current;
        made = module.createEngine(box.current, {
          palette,
          locale,
          fontFamily: getComputedStyle(box.current).fontFamily,
          hollow: matchMedia('(prefers-contrast: more)').matches,
          onHover: (reading) => latest.current.onHover(reading),
          onWidth: (width) => latest.current.onWidth?.(width),
        });
        setEngine(made);
      })
      .catch(() => latest.current.onFailure());
    return () => {
      gone = true;
      made?.destroy();
      setEngine(null);
    };
  }, [box]);
  return engine;
}
