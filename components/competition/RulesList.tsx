import { useT } from '#framework/page.tsx';
import { Bdi } from '../ui/Bdi.tsx';

/** Finished figures; null or false where there is no such rule. */
export type RulesView = {
  /** What everyone starts with. */
  startCash: string;
  minPrice: string | null;
  maxShare: { percent: number; limit: string } | null;
  minHoldMinutes: number | null;
  hideOpen: boolean;
};

/** How places are decided and what the season forbids, for everybody to read. */
export function RulesList({ startCash, minPrice, maxShare, minHoldMinutes, hideOpen }: RulesView) {
  const t = useT();
  const extra = [
    minPrice !== null && t('seasons:ruleMinPrice', { price: minPrice }),
    maxShare !== null && t('seasons:ruleMaxShare', maxShare),
    minHoldMinutes !== null && t('seasons:ruleMinHold', { count: minHoldMinutes }),
    hideOpen && t('seasons:ruleHideOpen'),
  ].filter((rule) => rule !== false);
  const rules = [
    t('competition:ruleStart', { cash: startCash }),
    t('competition:rulePlaces'),
    t('competition:ruleTies'),
    t('competition:ruleRanked'),
    ...extra,
  ];
  return (
    <section className="mt-10" aria-labelledby="rules">
      <h2 id="rules" className="text-h3">
        {t('seasons:rules')}
      </h2>
      <ol className="card mt-3 px-4 [&>li+li]:border-t">
        {rules.map((rule, i) => (
          <li key={rule} className="flex gap-3 py-3 text-body">
            <Bdi className="w-5 shrink-0 font-600 text-tkf">{i + 1}</Bdi>
            <span>{rule}</span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-size-small leading-body text-paper-3">
        {t(extra.length === 0 ? 'seasons:rulesNone' : 'seasons:rulesClose')}
      </p>
    </section>
  );
}
