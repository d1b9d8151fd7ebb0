import type { ReactNode } from 'react';
import { MOST_REVIEW_HOURS } from '#core/season/review.ts';
import { useT } from '#framework/page.tsx';
import type { PrizePlace } from '../season/SeasonRules.tsx';
import { ReviewMark } from '../season/SeasonTables.tsx';
import { Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { Bdi } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { TitledSection } from '../ui/TitledSection.tsx';
import { ReasonField } from './measure-parts.tsx';

/** A season that is over; formatted texts. */
export type PrizeSeasonView = {
  number: number;
  ended: string;
  pool: string;
  /** The admin's next step, or the state of the payments. */
  state: string;
  /** A sentence while the winners are provisional; null once they are confirmed. */
  review: string | null;
};

type Props = {
  /** The prize of each place, first place first. */
  prizes: readonly PrizePlace[];
  /** Seasons that are over; those that need an action come first. */
  seasons: readonly PrizeSeasonView[];
  /** The number of the season to which split and review time apply: the running one, or the next one. */
  season: number;
  /** "₪2,500" */
  pool: string;
  percents: string;
  hours: string;
  /** True while a season runs, of which everybody reads why an admin changes it. */
  needsReason: boolean;
  /** Values and issues of a refused form. */
  typed: Readonly<Record<string, string>>;
  issues: Readonly<Record<string, string>>;
};

/** /admin/prizes: seasons with winners to confirm, the prize of each place, and how long winners are provisional. */
export function PrizesPage(props: Props) {
  const { seasons, season, pool, prizes, percents, hours, needsReason, typed, issues } = props;
  const t = useT();
  const refused = { reason: typed.reason, issue: issues.reason };
  return (
    <div className="mx-auto grid w-full max-w-254 grid-cols-1 gap-6">
      <h1 className="text-h1">{t('prizes:title')}</h1>
      <TitledSection id="over" title={t('prizes:over')}>
        {seasons.length === 0 ? (
          <div className="mt-3">
            <EmptyState shape="circle">{t('prizes:noneOver')}</EmptyState>
          </div>
        ) : (
          <ul className="mt-3 border-t border-line-1">
            {seasons.map((each) => (
              <SeasonRow key={each.number} {...each} />
            ))}
          </ul>
        )}
      </TitledSection>
      <div>
        <h2 className="text-h3">{t('prizes:next', { number: season })}</h2>
        <p className="mt-2 max-w-[72ch] text-paper-2">{t('prizes:about')}</p>
      </div>
      <section className="card p-4" aria-labelledby="places">
        <h3 id="places" className="flex flex-wrap items-baseline gap-x-3 font-600">
          {t('prizes:places')}
          <span className="ms-auto text-size-small font-400 text-paper-2">
            {t('competition:prizePool')} <Bdi>{pool}</Bdi>
          </span>
        </h3>
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
      <SettingForm
        action="/api/prize-split"
        hint={t('prizes:hint')}
        needsReason={needsReason}
        refused={typed.percents === undefined ? {} : refused}
      >
        <Field
          name="percents"
          label={t('prizes:percents')}
          issue={issues.percents}
          maxLength={100}
          defaultValue={typed.percents ?? percents}
          dir="ltr"
          required
        />
      </SettingForm>
      <SettingForm
        action="/api/prize-review"
        hint={t('prizes:hoursHint')}
        needsReason={needsReason}
        refused={typed.hours === undefined ? {} : refused}
      >
        <Field
          name="hours"
          label={t('prizes:hours')}
          issue={issues.hours}
          type="number"
          inputMode="numeric"
          min={0}
          max={MOST_REVIEW_HOURS}
          defaultValue={typed.hours ?? hours}
          dir="ltr"
          required
        />
      </SettingForm>
    </div>
  );
}

type SettingFormProps = {
  action: string;
  hint: string;
  needsReason: boolean;
  refused: { reason?: string | undefined; issue?: string | undefined };
  children: ReactNode;
};

function SettingForm({ action, hint, needsReason, refused, children }: SettingFormProps) {
  const t = useT();
  return (
    <form className="card grid items-start gap-4 p-4 sm:grid-cols-[1fr_auto]" method="post" action={action}>
      <div className="grid gap-4">
        {children}
        {needsReason && (
          <ReasonField
            id={`${action}-reason`}
            label={t('terms:reason')}
            defaultValue={refused.reason}
            issue={refused.issue}
          />
        )}
      </div>
      <Submit className="min-h-10 coarse:min-h-11 sm:mt-5.5">{t('competition:save')}</Submit>
      <p className="text-caption text-paper-3 sm:col-span-2">{hint}</p>
    </form>
  );
}

function SeasonRow({ number, ended, pool, state, review }: PrizeSeasonView) {
  const t = useT();
  return (
    <li className="border-b border-line-1">
      <a
        className="flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-ink-2"
        href={`/admin/prizes/${number}`}
      >
        <span className="min-w-0 flex-1">
          <span className="block font-600">{t('seasons:title', { number })}</span>
          <span className="block text-size-small text-paper-3">
            <bdi>{ended}</bdi> · <Bdi>{pool}</Bdi>
          </span>
          <ReviewMark review={review} />
        </span>
        <span className="max-w-50 text-end text-size-small text-paper-2">{state}</span>
        <Icon name="chevron-right" className="text-paper-3 rtl:flip-x" />
      </a>
    </li>
  );
}
