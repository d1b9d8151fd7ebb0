import { useEffect, useState } from 'react';
import * as at from '#core/contract/addresses.ts';
import type { Palette } from '#core/shop/themes.ts';
import { refetch } from '../../_state/queries.ts';

/** The palette in use: the server's, until a `theme-changed` event says to look at the profile again. */
export function usePalette(initial: Palette): Palette {
  const [palette, setPalette] = useState(initial);
  useEffect(() => {
    let latest = 0;
    const changed = async () => {
      const turn = ++latest;
      try {
        const [profile, { resolvePalette }] = await Promise.all([
          refetch(at.ownProfile, {}),
          import('#core/shop/themes.ts'),
        ]);
        if (turn !== latest) return;
        setPalette(resolvePalette(profile.activeTheme));
      } catch {
        // Without an answer the chart keeps its colours.
      }
    };
    const inOtherTab = ({ key }: StorageEvent) => {
      if (key === 'theme-changed') void changed();
    };
    window.addEventListener('theme-changed', changed);
    window.addEventListener('storage', inOtherTab);
    return () => {
      window.removeEventListener('theme-changed', changed);
      window.removeEventListener('storage', inOtherTab);
    };
  }, []);
  return palette;
}
