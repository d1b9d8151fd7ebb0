import { useT } from '../page.tsx';
import { Bdi } from '../ui/Bdi.tsx';

/** `from` is finished text; `seed` is null as long as it is secret. */
export type Commitment = { from: string; hash: string; seed: string | null };

/** The promise a season's prices are bound to, and its opening once the season is over. */
export function Fairness({ number, commitments }: { number: number; commitments: readonly Commitment[] }) {
  const t = useT();
  return (
    <section className="mt-10" aria-labelledby="fairness">
      <h2 id="fairness" className="text-h3">
        {t('seasons:fairness')}
      </h2>
      <p className="mt-1 max-w-[70ch] text-[13px] leading-[20px] text-paper-3">{t('seasons:fairnessText')}</p>
      <p dir="ltr" className="mt-1 overflow-x-auto text-start text-[13px] rtl:text-end">
        <code className="whitespace-nowrap">npm run verify-season -- {number}</code>
      </p>
      {commitments.length === 0 && <p className="mt-3 text-[13px] text-paper-2">{t('seasons:noSeed')}</p>}
      {commitments.map(({ from, hash, seed }) => (
        <dl key={hash} className="card mt-3 grid gap-1 p-4 text-[12px] leading-[18px]">
          <dt className="text-paper-3">{t('seasons:hash', { from })}</dt>
          <dd className="break-all font-500">
            <Bdi>{hash}</Bdi>
          </dd>
          <dt className="mt-2 text-paper-3">{t('seasons:seed')}</dt>
          <dd className={seed ? 'break-all font-500' : 'text-paper-2'}>
            {seed ? <Bdi>{seed}</Bdi> : t('seasons:seedLater')}
          </dd>
        </dl>
      ))}
    </section>
  );
}
