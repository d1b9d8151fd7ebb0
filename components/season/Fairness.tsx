import { labelOfMarket, type SeasonTerms } from '#core/season/terms.ts';
import { useT } from '#framework/page.tsx';
import { useLocalHref } from '../layout/local-href.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';

/**
 * A commitment to a seed of simulated prices. `from`: formatted time. `hash`: of the seed. `seed`: null while it is
 * secret.
 */
export type Commitment = { from: string; hash: string; seed: string | null };

/**
 * What the bundle proves. `all`: everything. `foreign`: everything except the prices, which come from an external
 * market. `changed`, `unknown`: nothing, because the tape changed during the season or was not recorded.
 */
export type Provable = 'all' | 'foreign' | 'changed' | 'unknown';

export type FairnessView = {
  number: number;
  isOver: boolean;
  provable: Provable;
  /** The terms of the season; null before its start, and where they were not recorded. */
  terms: SeasonTerms | null;
  /** When the rules changed; formatted texts. */
  rulesChanged: readonly string[];
  commitments: readonly Commitment[];
  /** The newest link of the chain; `at` is formatted. Null without one. */
  chain: { seq: number; head: string; at: string } | null;
  hasBundle: boolean;
};

const TEXTS = {
  all: 'seasons:fairnessText',
  foreign: 'seasons:fairnessForeign',
  changed: 'seasons:fairnessChanged',
  unknown: 'seasons:fairnessUnknown',
} as const;

/** The hashes of the season's seeds, each seed once it is public, and the terms for the proof. */
export function Fairness(view: FairnessView) {
  const { number, provable, terms, rulesChanged, commitments, chain } = view;
  const t = useT();
  const isChecked = provable === 'all' || provable === 'foreign';
  return (
    <TitledSection id="fairness" title={t('seasons:fairness')} className="mt-10">
      <p className="mt-1 max-w-[70ch] text-size-small leading-body text-paper-3">{t(TEXTS[provable])}</p>
      {view.hasBundle && <Bundle number={number} />}
      {terms && <Terms terms={terms} rulesChanged={rulesChanged} />}
      <details className="card mt-3 px-4" data-key="hashes">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-500">
          {t('seasons:hashes')}
          <Icon name="chevron-down" className="ms-auto text-paper-3" />
        </summary>
        {isChecked && (
          <>
            <p className="text-size-small text-paper-3">{t('seasons:command')}</p>
            <p dir="ltr" className="mt-1 overflow-x-auto text-start text-size-small rtl:text-end">
              <code className="whitespace-nowrap">npm run verify-season -- {number}</code>
            </p>
          </>
        )}
        {provable !== 'foreign' && <Seeds isOver={view.isOver} commitments={commitments} />}
        {chain && <ChainHeadText {...chain} />}
      </details>
    </TitledSection>
  );
}

function Seeds({ commitments, isOver }: Pick<FairnessView, 'commitments' | 'isOver'>) {
  const t = useT();
  if (commitments.length === 0)
    return <p className="mt-3 text-size-small text-paper-2">{t('seasons:noSeed')}</p>;
  return commitments.map(({ from, hash, seed }) => (
    <dl key={hash} className="grid gap-1 py-3 text-size-caption leading-small">
      <dt className="text-paper-3">{t('seasons:hash', { from })}</dt>
      <dd className="break-all font-500">
        <code dir="ltr">{hash}</code>
      </dd>
      <dt className="mt-2 text-paper-3">{t('seasons:seed')}</dt>
      <dd className={seed ? 'break-all font-500' : 'text-paper-2'}>
        {seed ? <code dir="ltr">{seed}</code> : t(isOver ? 'seasons:seedNext' : 'seasons:seedLater')}
      </dd>
    </dl>
  ));
}

export function ChainHeadText({ seq, head, at }: NonNullable<FairnessView['chain']>) {
  const t = useT();
  return (
    <dl className="grid gap-1 py-3 text-size-caption leading-small">
      <dt className="text-paper-3">{t('proof:chain', { seq, at })}</dt>
      <dd className="break-all font-500">
        <code dir="ltr">{head}</code>
      </dd>
      <dd className="text-paper-3">{t('proof:chainText')}</dd>
    </dl>
  );
}

function Bundle({ number }: Pick<FairnessView, 'number'>) {
  const t = useT();
  const hrefOf = useLocalHref();
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 text-size-small text-paper-3">
      <p>{t('proof:bundleText')}</p>
      <LinkButton look="primary" href={hrefOf(`/competitions/${number}/check`)}>
        {t('check:link')}
      </LinkButton>
      <LinkButton href={`/competitions/${number}/bundle`} download>
        {t('proof:bundle')}
      </LinkButton>
    </div>
  );
}

function Terms({ terms, rulesChanged }: { terms: SeasonTerms; rulesChanged: readonly string[] }) {
  const t = useT();
  const { market, hours, quoteMaxAgeMs, tape } = terms;
  const facts = [
    [t('seasons:market'), t(...labelOfMarket(market))],
    [t('seasons:hours'), t(`seasons:hoursOf.${hours}`)],
    [t('seasons:oldest'), t('seasons:seconds', { seconds: quoteMaxAgeMs / 1000 })],
    [t('seasons:ties'), t('seasons:tiesShared')],
    ...(tape ? [[t('seasons:tape'), t('seasons:tapeVersion', tape)]] : []),
    ...(rulesChanged.length > 0 ? [[t('seasons:rulesChanged'), rulesChanged.join(', ')]] : []),
  ] as [string, string][];
  return (
    <dl className="card mt-3 grid gap-x-6 gap-y-3 p-4 text-small md:grid-cols-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-paper-3">{name}</dt>
          <dd className="break-words font-500">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
