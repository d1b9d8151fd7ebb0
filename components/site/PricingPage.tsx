import type { ReactNode } from 'react';
import { figureInSentence } from '#core/locale/sentence.ts';
import { PRICES, shekels, withVat } from '#core/pricing.ts';
import { usePage, useT } from '#framework/page.tsx';
import { useCarriedHref, useLocalHref } from '../layout/local-href.ts';
import { Bdi } from '../ui/figures.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx';
import { Mark, type MarkShape } from '../ui/Mark.tsx';

type PricingTab = 'community' | 'fundamentals';

type Props = {
  tab: PricingTab;
  links: PayLinks;
  vatPercent: number;
};

export function PricingPage({ tab, links, vatPercent }: Props) {
  const { t, user } = usePage();
  const path = useLocalHref()('/pricing');
  const carriedHref = useCarriedHref();
  return (
    <div className="mx-auto w-full max-w-260">
      {user && (
        <div className="mb-4 flex justify-end">
          <LanguageSwitch next={tab === 'community' ? '/pricing' : `/pricing?tab=${tab}`} />
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-5">
        <div>
          <h1 className="text-hero text-balance">{t(`pricing:${tab}.heading`)}</h1>
          <p className="mt-2 max-w-130 text-lead text-paper-2">{t(`pricing:${tab}.lead`)}</p>
        </div>
        <nav
          className="flex rounded-control border border-line-2 bg-ink-0 p-0.5"
          aria-label={t('pricing:tabsLabel')}
        >
          <TabLink href={path} current={tab === 'community'}>
            {t('pricing:community.tab')}
          </TabLink>
          <TabLink href={`${path}?tab=fundamentals`} current={tab === 'fundamentals'}>
            {t('pricing:fundamentals.tab')}
          </TabLink>
        </nav>
      </div>
      {tab === 'community' ? (
        <CommunityPlans links={links} vatPercent={vatPercent} />
      ) : (
        <FundamentalsPlan link={links.fundamentals} vatPercent={vatPercent} />
      )}
      <p className="mt-10 text-size-body text-paper-2">
        {t('pricing:questions')}{' '}
        <a
          className="inline-flex min-h-6 items-center text-paper underline underline-offset-4 coarse:min-h-11"
          href={carriedHref('/public-contact')}
        >
          {t('pricing:contact')}
        </a>
      </p>
    </div>
  );
}

function TabLink({ href, current, children }: { href: string; current: boolean; children: string }) {
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      className={`flex min-h-9 items-center rounded-segment px-4 text-size-body font-500 coarse:min-h-11 ${
        current ? 'bg-ink-4 text-paper' : 'text-paper-3 hover:text-paper-2'
      }`}
    >
      {children}
    </a>
  );
}

/** The features, each with the shape of its topic: market, progress, stakes. */
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

function CommunityPlans({ links, vatPercent }: { links: PayLinks; vatPercent: number }) {
  const t = useT();
  const vat = (price: number) =>
    t('pricing:withVat', {
      amount: figureInSentence(shekels(withVat(price, vatPercent))),
      percent: vatPercent,
    });
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
              {t('pricing:annual.billed', { amount: figureInSentence(shekels(PRICES.annualPerYear * 100)) })}{' '}
              ({vat(PRICES.annualPerYear)})
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
        <section
          className="flex flex-col rounded-card border border-line-2 bg-ink-2"
          aria-labelledby="plan-monthly"
        >
          <div className="p-7">
            <h2 id="plan-monthly" className="text-h2">
              {t('pricing:monthly.name')}
            </h2>
            <div className="mt-5">
              <BigPrice shekels={PRICES.monthly} note={t('pricing:perMonth')} />
            </div>
            <p className="mt-3 text-size-body text-paper-3">
              {t('pricing:plusVat')} · {vat(PRICES.monthly)} {t('pricing:perMonth')}
            </p>
          </div>
          <Stub on="ink">
            <span className="text-size-body text-paper-2">{t('pricing:monthly.billed')}</span>
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

/** The part of a ticket below the tear line, with its button. */
function Stub({ on, children }: { on: 'paper' | 'ink'; children: ReactNode }) {
  return (
    <div className="mt-auto px-7 pb-7">
      <div className={on === 'paper' ? 'tear tear-paper' : 'tear'} />
      <div className="flex flex-wrap items-center justify-between gap-3 pt-6">{children}</div>
    </div>
  );
}

const SEATS = 7;
const SESSIONS = 10;
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

function FundamentalsPlan({ link, vatPercent }: { link: string | null; vatPercent: number }) {
  const t = useT();
  const sum = figureInSentence(shekels(withVat(PRICES.fundamentals, vatPercent)));
  return (
    <>
      <section className="cut-20 on-paper mt-8 bg-paper text-ink-0" aria-labelledby="plan-course">
        <div className="grid gap-7 p-7 lg:grid-cols-2">
          <div>
            <h2 id="plan-course" className="text-h2">
              {t('pricing:fundamentals.name')}
            </h2>
            <div className="mt-5">
              <BigPrice shekels={PRICES.fundamentals} note={t('pricing:fundamentals.once')} />
            </div>
            <p className="mt-3 text-size-body text-paper-deep">
              {t('pricing:plusVat')} · {t('pricing:withVat', { amount: sum, percent: vatPercent })}
            </p>
          </div>
          <div>
            <p className="text-size-body font-600">{t('pricing:fundamentals.seats')}</p>
            <div className="mt-2 flex gap-1.5" aria-hidden="true">
              {numbers(SEATS).map((seat) => (
                <span key={seat} className="octagon h-6.5 w-6.5 bg-ink-0" />
              ))}
            </div>
            <p className="mt-6 text-size-body font-600">{t('pricing:fundamentals.sessions')}</p>
            <div className="mt-2 grid grid-cols-10 gap-1" aria-hidden="true">
              {numbers(SESSIONS).map((session) => (
                <span key={session} className="bg-paper-tint py-1.5 text-center text-size-body">
                  {session}
                </span>
              ))}
            </div>
          </div>
        </div>
        <Stub on="paper">
          <span className="text-size-body">{t('pricing:fundamentals.group')}</span>
          <PayButton plan="fundamentals" href={link} kind="ink">
            {t('pricing:fundamentals.buy')}
          </PayButton>
        </Stub>
      </section>
      <section className="mt-5 flex items-center gap-5 rounded-card border border-line-2 p-7">
        <Bdi className="text-hero text-tkf">30%</Bdi>
        <div>
          <h2 className="text-h3">{t('pricing:fundamentals.soldiers')}</h2>
          <p className="text-size-body text-paper-2">{t('pricing:fundamentals.soldiersNote')}</p>
        </div>
      </section>
    </>
  );
}

type PayLinks = { annual: string | null; monthly: string | null; fundamentals: string | null };

function BigPrice({ shekels, note }: { shekels: number; note: string }) {
  return (
    <p className="flex items-end gap-3">
      <Bdi className="text-price">
        <span className="me-1 align-[0.45em] text-[0.58em] font-500">₪</span>
        {shekels.toLocaleString('en-US')}
      </Bdi>
      <span className="pb-1 text-size-lead">{note}</span>
    </p>
  );
}

type PayButtonProps = {
  href: string | null;
  plan: keyof PayLinks;
  children: string;
  kind: 'ink' | 'secondary';
};

/** A link to the payment page, or to the contact form while the plan is not on sale. */
function PayButton({ href, plan, children, kind }: PayButtonProps) {
  const t = useT();
  const carriedHref = useCarriedHref();
  const look = `btn min-h-11 ${kind === 'ink' ? 'btn-ink' : 'btn-secondary'}`;
  if (!href)
    return (
      <a className={look} href={carriedHref(`/public-contact?plan=${plan}`)} title={t('pricing:notYet')}>
        {t('pricing:tellMe')}
      </a>
    );
  return (
    <a className={look} href={`/go/${plan}`} rel="noopener" title={t('pricing:opensPayment')}>
      {children}
      <Icon name="arrow-up-right" className="rtl:flip-x" />
    </a>
  );
}

const FIELDS = [
  ['cardNumber', 'col-span-2', 19],
  ['name', 'col-span-2', 60],
  ['expiry', '', 5],
  ['cvc', '', 4],
] as const;

/** /payment: a mock card form that sends nothing. No field has a name, and the button does not submit. */
export function PaymentPage() {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-130">
      <h1 className="text-h1">{t('payment:title')}</h1>
      <p className="mt-2 text-paper-2">{t('payment:demo')}</p>
      <div className="mt-7 grid grid-cols-2 gap-4 rounded-card border border-line-1 bg-ink-2 p-6">
        {FIELDS.map(([field, span, length]) => (
          <div key={field} className={span}>
            <label className="label" htmlFor={field}>
              {t(`payment:${field}`)}
            </label>
            <input
              id={field}
              className="input w-full"
              dir={field === 'name' ? undefined : 'ltr'}
              inputMode={field === 'name' ? undefined : 'numeric'}
              maxLength={length}
              autoComplete="off"
            />
          </div>
        ))}
        <button type="button" className="btn btn-primary col-span-2">
          {t('payment:save')}
        </button>
      </div>
      <p className="mt-5">
        <a className="text-paper-2 underline underline-offset-4" href="/pricing">
          {t('payment:pricing')}
        </a>
      </p>
    </div>
  );
}
