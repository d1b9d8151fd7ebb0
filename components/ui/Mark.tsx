import { type HeroShape, hero } from '#art/hero.ts';

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

type Props = { kind: HeroShape; heart?: boolean; className?: string; stroke?: string };

/** One of the three shapes of the hero: rings, each inscribed in the next larger one. */
export function Shape({ kind, heart, className, stroke = 'var(--paper)' }: Props) {
  return (
    <svg
      className={className}
      viewBox="0 0 240 240"
      fill="none"
      stroke={stroke}
      strokeWidth="1.4"
      strokeLinejoin="round"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: hero(kind, { heart }) }}
    />
  );
}

/** The brand's mark: an octagon around the triangle of the market. */
export function BrandMark({ className = 'h-7 w-7' }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8.8 1.5h10.4l7.3 7.3v10.4l-7.3 7.3H8.800l-7.3-7.300V8.800ZM14 8.2 20.2 19H7.800ZM2 19h24" />
    </svg>
  );
}
