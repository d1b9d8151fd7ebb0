import { useT } from '#framework/page.tsx';
import type { RulesView } from '../season/SeasonRules.tsx';
import { Field } from '../ui/Field.tsx';
import { Bdi } from '../ui/figures.tsx';

type Props = Pick<RulesView, 'prizes'> & {
  /** The season that the split belongs to: the one that is on, or the next one. */
  season: number;
  /** "₪2,500" */
  pool: string;
  /** The split as typed. */
  percents: string;
  issue: string | undefined;
};

/** /admin/prizes: which places win, and how much. */
export function PrizesPage({ season, pool, prizes, percents, issue }: Props) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-215 grid-cols-1 gap-6">
      <div>
        <h1 className="text-h1">{t('prizes:title')}</h1>
        <p className="mt-2 max-w-[72ch] text-paper-2">{t('prizes:about')}</p>
      </div>
      <section className="card p-4" aria-labelledby="places">
        <h2 id="places" className="flex flex-wrap items-baseline gap-x-3 text-h3">
          {t('seasons:title', { number: season })}
          <span className="ms-auto text-size-small font-400 text-paper-2">
            {t('competition:prizePool')} <Bdi>{pool}</Bdi>
          </span>
        </h2>
        <ol className="mt-2 [&>li+li]:border-t">
          {prizes.map(({ place, amount }) => (
            <li key={place} className="flex justify-between gap-3 py-3">
              <span>{t('prizes:place', { place })}</span>
              <Bdi className="font-600 text-tkf">{amount}</Bdi>
            </li>
          ))}
        </ol>
        <p className="mt-2 text-caption text-paper-3">{t('prizes:pool')}</p>
      </section>
      <form
        className="card grid items-start gap-4 p-4 sm:grid-cols-[1fr_auto]"
        method="post"
        action="/api/prize-split"
      >
        <Field
          name="percents"
          label={t('prizes:percents')}
          issue={issue}
          maxLength={100}
          defaultValue={percents}
          dir="ltr"
          required
        />
        <button type="submit" className="btn btn-primary min-h-10 sm:mt-5.5">
          {t('competition:save')}
        </button>
        <p className="text-caption text-paper-3 sm:col-span-2">{t('prizes:hint')}</p>
      </form>
    </div>
  );
}
