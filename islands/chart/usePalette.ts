import { useEffect, useState } from 'react';
import type { Palette } from '#core/themes.ts';

/** The palette in use: the server's, until a `theme-changed` event says to look at the profile again. */
export function usePalette(initial: Palette): Palette {
  const [palette, setPalette] = useState(initial);
  useEffect(() => {
    let latest = 0;
    const changed = async () => {
      const turn = ++latest;
      try {
        const [response, { resolvePalette }] = await Promise.all([
          fetch('/api/user-profile', { headers: { accept: 'application/json' }, credentials: 'include' }),
          import('#core/themes.ts'),
        ]);
        if (!response.ok || turn !== latest) return;
        const { activeTheme } = (await response.json()) as { activeTheme?: unknown };
        setPalette(resolvePalette(typeof activeTheme === 'string' ? activeTheme : null));
      } catch {
        // Without an answer the chart keeps its colours.
      }
    };
    window.addEventListener('theme-changed', changed);
    return () => window.removeEventListener('theme-changed', changed);
  }, []);
  return palette;
}
