import { useState } from 'react';
import { SITE_ZOOM, SITE_ZOOM_KEY } from '#core/account/preferences.ts';
import { useHydrated } from '#framework/islands/hooks.ts';
import { island } from '#framework/islands/island.tsx';

type Props = {
  /** The button's texts at full size and at 75 percent. */
  smaller: string;
  full: string;
};

/** The switch of the zoom in local storage; disabled without scripts. */
function SiteZoom({ smaller, full }: Props) {
  const ready = useHydrated();
  const [chosen, choose] = useState<boolean | null>(null);
  const on = chosen ?? (ready && document.documentElement.dataset.zoom === SITE_ZOOM);

  function toggle(): void {
    try {
      if (on) localStorage.removeItem(SITE_ZOOM_KEY);
      else localStorage.setItem(SITE_ZOOM_KEY, SITE_ZOOM);
    } catch {
      // without storage the zoom cannot change
    }
    window.dispatchEvent(new Event('zoom-changed'));
    choose(document.documentElement.dataset.zoom === SITE_ZOOM);
  }
  return (
    <button type="button" className="btn btn-secondary" disabled={!ready} aria-pressed={on} onClick={toggle}>
      {on ? full : smaller}
    </button>
  );
}

export default island('SiteZoom', 'load', SiteZoom);
