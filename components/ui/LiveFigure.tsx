type Props = {
  /** A `data-live` source of islands/_live/sources.ts. */
  live: string;
  /** The figure at the time of rendering, with its sign. */
  text: string;
  /** The figure's direction at the time of rendering. */
  way: 'up' | 'down' | undefined;
};

/** A live profit, loss or change: triangle, sign and colour together. */
export function LiveFigure({ live, text, way }: Props) {
  return (
    // a live source may have changed the text before React hydrates
    <bdi dir="ltr" className="live-figure" data-live={live} data-way={way} suppressHydrationWarning>
      {text}
    </bdi>
  );
}
