import { useT } from '#framework/page.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import type { LeagueFacts } from './view.ts';

/** A league's purpose, its prize, and every rule as a sentence. */
export function LeagueRules({ about, prize, rules }: LeagueFacts) {
  const t = useT();
  return (
    <div className="grid gap-6">
      {about && (
        <TitledSection title={t('leagues:about')}>
          <p className="mt-2 whitespace-pre-wrap text-paper-2 [overflow-wrap:anywhere]">
            <bdi>{about}</bdi>
          </p>
        </TitledSection>
      )}
      {prize && (
        <TitledSection title={t('leagues:prize')}>
          <p className="mt-2 [overflow-wrap:anywhere]">
            <bdi>{prize}</bdi>
          </p>
          <p className="text-size-small text-paper-2">
            {t('leagues:prizeNote')} {t('leagues:rule.tied')}
          </p>
        </TitledSection>
      )}
      <TitledSection title={t('leagues:rules')}>
        <ul className="mt-2 grid list-disc gap-2 ps-5 text-paper-2">
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </TitledSection>
    </div>
  );
}
