/** The three shapes: triangle for the market, square for progress, circle for stakes. */
const SHAPES = {
  triangle: { color: 'text-gain', path: <path d="M12 3.8 21 19.5H3Z" /> },
  square: { color: 'text-xp', path: <path d="M4.5 4.5h15v15h-15Z" /> },
  circle: {
    color: 'text-tkf',
    path: (
      <>
        <circle cx="12" cy="12" r="7.5" />
        <path d="M1.5 12h21" />
      </>
    ),
  },
} as const;

export type MarkShape = keyof typeof SHAPES;

export function Mark({ shape, className = 'h-5 w-5' }: { shape: MarkShape; className?: string }) {
  const { color, path } = SHAPES[shape];
  return (
    <svg
      className={`shrink-0 ${color} ${className}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {path}
    </svg>
  );
}

/** The filled triangle of a direction: up, or down when turned. */
export function DirectionMark({ up, className = 'h-2.25 w-2.25' }: { up: boolean; className?: string }) {
  return (
    <svg
      className={`inline-block shrink-0 ${className}`}
      viewBox="0 0 10 10"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={up ? 'M5 1 9.6 9H.4Z' : 'M5 9 .4 1h9.2Z'} />
    </svg>
  );
}
