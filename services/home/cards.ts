/** Pictures of shared links: drawn one at a time, the newest two hundred kept. */
import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';

const FONTS = ['host-600', 'heebo-600'].map((name) => join(import.meta.dir, `../../art/fonts/${name}.ttf`));
const MAX_CARDS = 200;
const FRESH_MS = 300_000;

type CardPicture = { png: Uint8Array<ArrayBuffer>; until: number };

export function createCards(deps: { clock: Clock; log: Pick<Log, 'warn'> }) {
  const { clock, log } = deps;
  const cards = new Map<string, CardPicture>();
  let isBusy = false;

  async function render(key: string, draw: () => Promise<string | null>): Promise<CardPicture | null> {
    const svg = await draw();
    if (svg === null) return null;
    // optional: a platform without it shows the site's picture
    const { renderAsync } = await import('@resvg/resvg-js');
    const font = { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Host Grotesk' };
    const image = await renderAsync(svg, { font });
    const picture = { png: Uint8Array.from(image.asPng()), until: clock.now() + FRESH_MS };
    cards.delete(key);
    cards.set(key, picture);
    if (cards.size > MAX_CARDS) cards.delete(cards.keys().next().value!);
    return picture;
  }

  return {
    /**
     * Returns the PNG of the card of `key`, at most five minutes old; null while another one is rendered, when `draw`
     * gives none, and where nothing can be rendered.
     * @param draw returns the SVG of the card, or null when it cannot be drawn
     */
    async png(key: string, draw: () => Promise<string | null>): Promise<Uint8Array<ArrayBuffer> | null> {
      const known = cards.get(key);
      if (known && clock.now() < known.until) return known.png;
      if (isBusy) return known?.png ?? null;
      isBusy = true;
      try {
        return (await render(key, draw))?.png ?? null;
      } catch (err) {
        log.warn({ err }, 'a picture for a shared link could not be drawn');
        return known?.png ?? null;
      } finally {
        isBusy = false;
      }
    },
  };
}
