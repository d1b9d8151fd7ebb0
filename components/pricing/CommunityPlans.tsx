import type { ReactNode } from 'react';
import { PRICES, shekels, withVat } from '#core/pricing.ts';
import { useT } from '#framework/page.tsx';
import { Mark, type MarkShape } from '../ui/Mark.tsx';
import { BigPrice, PayButton, type PayLinks } from './Pay.tsx';

/** What members get, each with the shape of its meaning: market, progress, stakes. */
const FEATURES = [
  ['access', 'circle'],
  ['ideas', 'triangle'],
  ['opinions', 'triangle'],
  ['portfolio', 'square'],
  ['fundamental', 'square'],
  ['transparent', 'triangle'],
  ['weekly', 'circle'],
  ['rooms', 'circle'],
  ['bots', 'square'],
] as const satisfies readonly (readonly [string, MarkShape])[];

export function CommunityPlans({ links, vatPercent }: { links: PayLinks; vatPercent: number }) {
  const t = useT();
  const vat = (price: number) =>
    t('pricing:withVat', { amount: isolated(shekels(withVat(price, vatPercent))), percent: vatPercent });
  return (
    <>
      <div className="mt-8 grid gap-5 lg:grid-cols-2">
        <section className="cut-20 bg-paper text-ink-0 on-paper" aria-labelledby="plan-annual">
          <div className="p-7">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <h2 id="plan-annual" className="text-h2">
                {t('pricing:annual.name')}
              </h2>
              <span className="tag bg-ink-0 text-tkf">{t('pricing:annual.discount')}</span>
            </div>
            <div className="mt-5">
              <BigPrice shekels={PRICES.annual} note={t('pricing:perMonth')} />
            </div>
            <p className="mt-3 text-size-body text-paper-deep">
              {t('pricing:annual.billed', { amount: isolated(shekels(PRICES.annualPerYear * 100)) })} (
              {vat(PRICES.annualPerYear)})
            </p>
            <p className="mt-1 text-size-body text-paper-deep">
              {t('pricing:plusVat')} · {vat(PRICES.annual)} {t('pricing:perMonth')}
            </p>
          </div>
          <Stub on="paper">
            <span className="text-size-body">{t('pricing:annual.installments')}</span>
            <PayButton plan="annual" href={links.annual} kind="ink">
              {t('pricing:annual.buy')}
            </PayButton>
          </Stub>
        </section>
        <section className="rounded-card border border-line-2 bg-ink-2" aria-labelledby="plan-monthly">
          <div className="p-7">
            <h2 id="plan-monthly" className="text-h2">
              {t('pricing:monthly.name')}
            </h2>
            <div className="mt-5">
              <BigPrice shekels={PRICES.monthly} note={t('pricing:perMonth')} />
            </div>
            <p className="mt-3 text-size-body text-paper-3">{t('pricing:monthly.billed')}</p>
            <p className="mt-1 text-size-body text-paper-3">
              {t('pricing:plusVat')} · {vat(PRICES.monthly)} {t('pricing:perMonth')}
            </p>
          </div>
          <Stub on="ink">
            <span className="text-size-body text-paper-2">{t('pricing:plusVat')}</span>
            <PayButton plan="monthly" href={links.monthly} kind="secondary">
              {t('pricing:monthly.buy')}
            </PayButton>
          </Stub>
        </section>
      </div>
      <h2 className="mt-10 text-h3">{t('pricing:community.features')}</h2>
      <ul className="mt-3 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(([feature, shape]) => (
          <li key={feature} className="flex items-start gap-3 border-t border-line-1 py-3 text-size-body">
            <Mark shape={shape} />
            {t(`pricing:community.feature.${feature}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Keeps `₪949` in one piece inside Hebrew text: first-strong isolate, as `<bdi>` does for elements. */
export const isolated = (text: string) => `\u2066${text}\u2069`;

/** The part of a ticket below the tear line: the commitment. */
export function Stub({ on, children }: { on: 'paper' | 'ink'; children: ReactNode }) {
  return (
    <div className="px-7 pb-7">
      <div className={on === 'paper' ? 'tear tear-paper' : 'tear'} />
      <div className="flex flex-wrap items-center justify-between gap-3 pt-6">{children}</div>
    </div>
  );
}
