/** The picture for previews of a shared link: SVG, 1200 x 630 px, with the two fonts of art/fonts. */
import { type HeroShape, hero } from '#art/hero.ts';
import { svg, tag } from '#art/svg.ts';
import { ink, paper, tkf } from '../ui/tokens.ts';

export type Card = {
  isRtl: boolean;
  shape: HeroShape;
  /** A name or a title in any direction. */
  heading: string;
  figure: string;
  lines: readonly [string, string];
};

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 80];
const FAMILY = 'Host Grotesk, Host Grotesk Variable, Heebo, Heebo Variable';
/** The characters of the two fonts, and the characters that isolate a direction. */
const WRITABLE = /^[\x20-\x7e\u05d0-\u05ea\u05be\u05f3\u05f4·–—₪…−\u2066-\u2069]*$/;

/** Returns the SVG of a card; null where the fonts lack one of its letters. */
export function drawCard({ isRtl, shape, heading, figure, lines }: Card): string | null {
  if (![heading, figure, ...lines].every((text) => WRITABLE.test(text))) return null;
  const x = isRtl ? WIDTH - EDGE : EDGE;
  const anchor = isRtl ? 'end' : 'start';
  // the renderer writes a text from left to right unless the text is isolated
  const write = (y: number, size: number, fill: string, text: string) =>
    tag(
      'text',
      { x, y, 'font-size': size, fill, 'text-anchor': anchor, 'font-family': FAMILY, 'font-weight': 600 },
      escaped(isRtl ? `\u2067${text}\u2069` : text),
    );
  const shapeX = isRtl ? 60 : 780;
  return svg(
    WIDTH,
    HEIGHT,
    tag('rect', { width: WIDTH, height: HEIGHT, fill: ink[1] }) +
      tag('rect', { width: WIDTH, height: 6, fill: tkf.DEFAULT }) +
      tag(
        'g',
        {
          transform: `translate(${shapeX} 150) scale(1.5)`,
          fill: 'none',
          stroke: paper.DEFAULT,
          'stroke-width': 1.4,
          'stroke-opacity': 0.7,
        },
        hero(shape, { heart: true }),
      ) +
      write(110, 36, paper[2], 'Paperpit') +
      write(230, heading.length > 14 ? 56 : 72, paper.DEFAULT, heading) +
      write(390, figure.length > 10 ? 96 : 128, tkf.DEFAULT, figure) +
      write(480, 38, paper.DEFAULT, lines[0]) +
      write(545, 32, paper[2], lines[1]),
  );
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
