import { useT } from '#framework/page.tsx';
import { LinkButton, Submit } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field, FieldIssue } from '../ui/Field.tsx';
import { Bdi } from '../ui/figures.tsx';
import { ConfirmDialog } from '../ui/PageDialog.tsx';

/** Texts are formatted. */
export type PrizeView = {
  season: number;
  amount: string;
  place: string;
  /** A sentence about the prize's state. */
  state: string;
  /** True while the reader can claim the prize, or correct or withdraw the claim. */
  isOpen: boolean;
  isClaimed: boolean;
  typed: Readonly<Record<string, string>>;
  issues: Readonly<Record<string, string>>;
};

type Props = {
  prizes: readonly PrizeView[];
  declining: PrizeView | null;
};

/** /prize: the reader's prizes, and the forms that claim or decline them. */
export function PrizePage({ prizes, declining }: Props) {
  const t = useT();
  return (
    <div className="mx-auto grid w-full max-w-160 grid-cols-1 gap-6">
      <h1 className="text-h1">{t('prizes:mine')}</h1>
      {prizes.length === 0 ? (
        <EmptyState shape="circle" action={<LinkButton href="/rules">{t('prizes:rules')}</LinkButton>}>
          {t('prizes:noneForYou')}
        </EmptyState>
      ) : (
        prizes.map((prize) => <Prize key={prize.season} prize={prize} />)
      )}
      {declining && <DeclineDialog prize={declining} />}
    </div>
  );
}

function Prize({ prize }: { prize: PrizeView }) {
  const { season, amount, place, state, isOpen, isClaimed } = prize;
  const t = useT();
  return (
    <section className="card grid gap-4 p-4" aria-labelledby={`prize-${season}`}>
      <div>
        <h2 id={`prize-${season}`} className="text-size-small text-paper-3">
          <a className="underline-offset-4 hover:underline" href={`/competitions/${season}`}>
            {t('seasons:title', { number: season })}
          </a>{' '}
          · <bdi>{t('prizes:prizeOf', { place })}</bdi>
        </h2>
        <p className="mt-1 text-price text-tkf">
          <Bdi>{amount}</Bdi>
        </p>
        <p className="mt-1">{state}</p>
      </div>
      {isOpen &&
        (isClaimed ? (
          <details className="border-t border-line-1">
            <summary className="flex min-h-11 cursor-pointer items-center font-600">
              {t('prizes:correct')}
            </summary>
            <ClaimForm prize={prize} />
          </details>
        ) : (
          <ClaimForm prize={prize} />
        ))}
    </section>
  );
}

function ClaimForm({ prize: { season, isClaimed, typed, issues } }: { prize: PrizeView }) {
  const t = useT();
  const key = (name: string) => `${name}-${season}`;
  const field = (name: 'legalName' | 'contact' | 'payment') => ({
    name,
    id: key(name),
    label: t(`prizes:${name}`),
    issue: issues[name],
    defaultValue: typed[name],
  });
  return (
    <form className="grid gap-4" method="post" action="/api/prize-claim">
      <input type="hidden" name="season" value={season} />
      <Field {...field('legalName')} autoComplete="name" maxLength={200} dir="auto" required />
      <Field {...field('contact')} maxLength={254} dir="ltr" required />
      <Field {...field('payment')} hint={t('prizes:paymentHint')} maxLength={200} dir="auto" />
      <div>
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="isAdult"
            value="true"
            defaultChecked={typed.isAdult === 'true'}
            required
            aria-describedby={issues.isAdult && key('issue-isAdult')}
          />
          {t('prizes:isAdult')}
        </label>
        {issues.isAdult && <FieldIssue id={key('issue-isAdult')}>{issues.isAdult}</FieldIssue>}
      </div>
      <p className="text-caption text-paper-3">{t('prizes:data')}</p>
      <div className="flex flex-wrap gap-2">
        <Submit className="min-h-11">{t(isClaimed ? 'competition:save' : 'prizes:claim')}</Submit>
        <LinkButton look="ghost" className="min-h-11" href={`/prize?decline=${season}`}>
          {t('prizes:decline')}
        </LinkButton>
      </div>
    </form>
  );
}

function DeclineDialog({ prize: { season, amount } }: { prize: PrizeView }) {
  const t = useT();
  return (
    <ConfirmDialog
      title={t('prizes:declineAsk')}
      back="/prize"
      action="/api/prize-decline"
      fields={{ season }}
      submit={t('prizes:decline')}
      isDanger
    >
      <p className="text-paper-2">{t('prizes:declineText', { amount, number: season })}</p>
    </ConfirmDialog>
  );
}
