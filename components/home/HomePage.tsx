import type { CSSProperties } from 'react';
import { useT } from '#framework/page.tsx';
import { Shape } from '../ui/Mark.tsx';

/** The numbers of the tips, as literals: the compiler checks the keys of their texts. */
const TIPS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
  30,
] as const;
export const TIP_COUNT = TIPS.length;
export const TIP_SECONDS = 8;

/** All tips. Each is visible for eight seconds of a cycle. */
function Tips({ first }: { first: number }) {
  const t = useT();
  return (
    <section className="tips" aria-label={t('home:tip')}>
      <ul className="tips-bob">
        {[...TIPS.slice(first), ...TIPS.slice(0, first)].map((n, i) => (
          <li key={n} style={{ '--at': i === 0 ? 0 : i - TIP_COUNT } as CSSProperties}>
            <p className="text-caption text-paper-3">{t('home:tipOf', { n, total: TIP_COUNT })}</p>
            <p className="text-balance text-tip">{t(`home:tip${n}`)}</p>
          </li>
        ))}
      </ul>
      <span className="tips-line" aria-hidden="true" />
    </section>
  );
}

const SHAPES = [
  { kind: 'square', href: '/ranking', name: 'home:ranking', line: 'home:rankingLine' },
  { kind: 'triangle', href: '/chart', name: 'home:chart', line: 'home:chartLine' },
  { kind: 'circle', href: '/leaderboards', name: 'home:leaderboards', line: 'home:leaderboardsLine' },
] as const;

/**
 * The hero: three shapes that are links, and the tips. hero.css animates both, and pauses while one of them has the
 * pointer or the focus.
 * @param tip index of the first visible tip, 0 to 29
 */
export function HomePage({ tip }: { tip: number }) {
  const t = useT();
  return (
    <div className="hero">
      <nav className="hero-shapes" aria-label={t('home:ways')}>
        {SHAPES.map(({ kind, href, name, line }) => (
          <a key={kind} href={href} className={`hero-shape hero-${kind}`}>
            <span className="hero-turn">
              <Shape kind={kind} heart className="h-full w-full overflow-visible" />
            </span>
            <span className="hero-text">
              <span className="block text-h3">{t(name)}</span>
              <span className="hero-line text-paper-3">{t(line)}</span>
            </span>
          </a>
        ))}
      </nav>
      <Tips first={tip} />
    </div>
  );
}
