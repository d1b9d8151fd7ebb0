type Props = {
  /** What it follows: a `data-live` of islands/_live/sources.ts. */
  live: string;
  /** The figure as it is drawn, with its sign. */
  text: string;
  /** Its direction as it is drawn. */
  way: 'up' | 'down' | undefined;
  className?: string;
};

/** A profit, loss or change that stays at its newest on a page whose texts are live: triangle, sign and colour together. */
export function LiveFigure({ live, text, way, className = '' }: Props) {
  return (
    // the source may have been faster than React
    <bdi
      dir="ltr"
      className={`live-figure ${className}`}
      data-live={live}
      data-way={way}
      suppressHydrationWarning
    >
      {text}
    </bdi>
  );
}
