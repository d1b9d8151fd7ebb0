/** The field of squares: one for each fill, or for several where there is no room. */

/** Pixels of a square with its gap, and rows of the field. */
const CELL = 8;
const ROWS = 38;

export type SquareField = {
  /** Fills a square stands for. */
  each: number;
  draw(done: number, differing: readonly number[], isOver: boolean): void;
};

/** Sizes the field for a number of fills. */
export function layField(svg: SVGSVGElement, fills: number): SquareField {
  const columns = Math.max(1, Math.floor(svg.clientWidth / CELL));
  const each = Math.max(1, Math.ceil(fills / (columns * ROWS)));
  const squares = Math.ceil(fills / each);
  const [todo, done, bad, now] = [...svg.querySelectorAll<SVGPathElement>(':scope > path')];
  /** The first squares of the field, row by row. */
  const first = (count: number) => {
    const rows = Math.floor(count / columns);
    const rest = count % columns;
    return `M0 0H${columns * CELL}V${rows * CELL}H${rest * CELL}V${(rows + 1) * CELL}H0Z`;
  };
  const square = (n: number) => {
    const [x, y] = [(n % columns) * CELL, Math.floor(n / columns) * CELL];
    return `M${x - 2} ${y - 2}h12v12h-12Z`;
  };
  todo!.setAttribute('d', first(squares));
  return {
    each,
    draw(fill, differing, isOver) {
      const count = Math.ceil(fill / each);
      done!.setAttribute('d', first(count));
      bad!.setAttribute('d', [...new Set(differing.map((n) => Math.floor(n / each)))].map(square).join(''));
      const next = `M${(count % columns) * CELL} ${Math.floor(count / columns) * CELL}h8v8h-8Z`;
      now!.setAttribute('d', isOver || count >= squares ? '' : next);
    },
  };
}
