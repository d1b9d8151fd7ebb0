import type { TranslationKey } from '#build/i18n.gen.ts';
import type { SeasonChoice } from '#core/contract/fields.ts';
import { type Translate, useT } from '#framework/page.tsx';
import { SegmentLinks } from '../ui/Links.tsx';

export type ShownSeasons = {
  /** Undefined for the newest season. */
  choice: SeasonChoice | undefined;
  /** Numbers of earlier seasons with trades, newest first. */
  earlier: readonly number[];
};

export function seasonsName(t: Translate, choice: SeasonChoice | undefined): string {
  if (choice === undefined) return t('profile:thisSeason');
  return choice === 'all' ? t('profile:allSeasons') : t('seasons:title', { number: choice });
}

/**
 * Returns the text for an empty list of closed trades.
 * @param never key of the text for a trader without any closed trade
 */
export function noTradesText(t: Translate, seasons: ShownSeasons | undefined, never: TranslationKey): string {
  const hasEarlier = seasons?.choice === undefined && (seasons?.earlier.length ?? 0) > 0;
  return t(hasEarlier ? 'profile:noneThisSeason' : never);
}

type Props = ShownSeasons & { hrefOf(choice: SeasonChoice | undefined): string; className?: string };

/** Links to this season, all seasons and earlier ones. Renders nothing when there is a single season. */
export function SeasonLinks({ choice, earlier, hrefOf, className = '' }: Props) {
  const t = useT();
  if (earlier.length === 0 && choice === undefined) return null;
  const others =
    choice === undefined || choice === 'all' || earlier.includes(choice) ? earlier : [choice, ...earlier];
  return (
    <div className={`flex max-w-full overflow-x-auto ${className}`}>
      <SegmentLinks
        label={t('seasons:season')}
        segments={[undefined, 'all' as const, ...others].map((each) => ({
          href: hrefOf(each),
          label: seasonsName(t, each),
          current: each === choice,
        }))}
      />
    </div>
  );
}
