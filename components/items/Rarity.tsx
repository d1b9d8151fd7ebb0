import { RARITIES, type ItemRarity as RarityName } from '#core/shop/catalogue.ts';
import { useT } from '#framework/page.tsx';

/** Text in a rarity's hue. Literal class names, so that the build finds them. */
const RARITY_TEXT: Record<RarityName, string> = {
  Basic: 'text-rarity-basic',
  Silver: 'text-rarity-silver',
  Platinum: 'text-rarity-platinum',
  Clutch: 'text-rarity-clutch',
  Imperial: 'text-rarity-imperial',
};

/** How rare an item is: n of five slanted pips and the word, never the colour alone. */
export function Rarity({ rarity }: { rarity: RarityName }) {
  const t = useT();
  const reached = RARITIES.indexOf(rarity) + 1;
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-caption font-500 ${RARITY_TEXT[rarity]}`}
      data-rarity={rarity}
    >
      <svg className="h-2.25 w-8.5 rtl:flip-x" viewBox="0 0 34 9" aria-hidden="true">
        {RARITIES.map((each, i) => (
          <path
            key={each}
            d={`M${i * 7 + 2} 0h4l-2 9h-4Z`}
            fill={i < reached ? 'currentColor' : 'var(--line-2)'}
          />
        ))}
      </svg>
      <bdi>{t(`shop:rarity_${rarity}`)}</bdi>
    </span>
  );
}
