import { type HeroShape, hero } from '#art/hero.ts';

type Props = { kind: HeroShape; heart?: boolean; className?: string; stroke?: string };

/** One of the three hero shapes: twelve rings turning into each other. */
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
