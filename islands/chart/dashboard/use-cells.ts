import { useCallback, useEffect, useRef, useState } from 'react';
import { chartCookie, type PanelRequest, requestOf, searchOf } from '#components/chart/panel.ts';
import { setCookie } from '#framework/browser/set-cookie.ts';
import { layoutKey, localStore } from '../data/browser-store.ts';
import { alone, type Cell, isAlone, leadOf } from './cell.ts';

/**
 * Returns the charts of the dashboard. This browser stores the layout under a key for each user, and the request of the
 * page's own chart in a cookie, so that the server can render that chart.
 */
export function useCells(userId: number, first: PanelRequest) {
  const [cells, setCells] = useState<readonly Cell[]>(() => alone(requestOf(first)));
  const restored = useRef(false);

  useEffect(() => {
    const stored = localStore()?.getItem(layoutKey(userId));
    if (!stored) {
      restored.current = true;
      return;
    }
    import('./layout.ts')
      .then(({ readLayout }) => {
        restored.current = true;
        const layout = readLayout(stored);
        // The address takes precedence over the stored request of the page's chart.
        if (layout)
          setCells(([pageCell]) =>
            layout.map((cell) => (cell.id === 1 ? { ...pageCell!, ...sizeOf(cell) } : cell)),
          );
      })
      .catch(() => {});
  }, [userId]);

  useEffect(() => {
    if (restored.current) keep(userId, cells);
  }, [userId, cells]);

  const ask = useCallback((id: number, request: PanelRequest) => {
    setCells((now) => {
      const isUnchanged = now.some((cell) => cell.id === id && searchOf(cell.request) === searchOf(request));
      return isUnchanged ? now : now.map((cell) => (cell.id === id ? { ...cell, request } : cell));
    });
  }, []);
  return { cells, setCells, ask };
}

const sizeOf = ({ w, h }: Cell) => ({ w, h });

/** Stores a layout. For the default layout it deletes the stored one, so that /chart shows the default chart. */
function keep(userId: number, cells: readonly Cell[]): void {
  const plain = isAlone(cells);
  const { name, value, maxAge } = chartCookie(userId, plain ? null : leadOf(cells).request);
  setCookie(name, value, location.pathname, maxAge);
  try {
    if (plain) localStore()?.removeItem(layoutKey(userId));
    else localStore()?.setItem(layoutKey(userId), JSON.stringify(cells));
  } catch {
    // the layout is lost when the storage is full
  }
}
