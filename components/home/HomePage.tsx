import { useT } from '#framework/page.tsx';
import { Shape } from '../art/Shape.tsx';
import { Tips } from './Tips.tsx';

const SHAPES = [
  { kind: 'square', href: '/ranking', name: 'home:ranking', line: 'home:rankingLine' },
  { kind: 'triangle', href: '/chart', name: 'home:chart', line: 'home:chartLine' },
  { kind: 'circle', href: '/leaderboards', name: 'home:leaderboards', line: 'home:leaderboardsLine' },
] as const;

/**
 * The hero: three shapes that are links, and one tip. All of its motion is the stylesheet's (hero.css), so it turns
 * without a script, stops while hovered or focused, and sleeps with the tab.
 *
 * @param tip number of the tip to begin with, 0 to 29
 */
export function HomePage({ tip }: { tip: number }) {
  const t = useT();
  return (
    <div className="hero">
      <h1 className="sr-only">{t('home:title')}</h1>
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
