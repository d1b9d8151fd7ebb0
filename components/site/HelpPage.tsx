import { Trans } from 'react-i18next';
import { ORDER_TYPES } from '#core/orders/order.ts';
import { DEFAULT_HOLD_MINUTES } from '#core/trading/season-rules.ts';
import { usePage } from '#framework/page.tsx';
import { useCarriedHref } from '../layout/local-href.ts';
import { Icon } from '../ui/Icon.tsx';

/** The four questions, each with a link to an external page. */
const QUESTIONS = [
  [1, 'https://www.investopedia.com/terms/p/papertrade.asp'],
  [
    2,
    'https://www.investor.gov/introduction-investing/investing-basics/how-stock-markets-work/stock-purchases-and-sales-long-and',
  ],
  [3, 'https://www.investopedia.com/terms/m/marktomarket.asp'],
  [4, 'https://www.investopedia.com/terms/r/returnoninvestment.asp'],
] as const;

/** Order types, and the rules that apply to all of them. */
const ORDERS = [...ORDER_TYPES, ...(['bracket', 'hold', 'until', 'day'] as const)];

/** /help: questions and order types, which open without a script. */
export function HelpPage() {
  const { t, user } = usePage();
  const carriedHref = useCarriedHref();
  const contact = user ? '/contact' : carriedHref('/public-contact');
  return (
    <div className="mx-auto w-full max-w-190">
      <h1 className="text-h1">{t('help:title')}</h1>
      <p className="mt-2 text-paper-2">{t('help:lead')}</p>
      <div className="mt-7 border-t border-line-1">
        {QUESTIONS.map(([n, href]) => (
          <details key={n} className="group border-b border-line-1">
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 text-h3">
              {t(`help:q${n}`)}
              <Icon name="chevron-down" className="shrink-0 text-paper-3 group-open:rotate-180" />
            </summary>
            <div className="pb-5 text-lead text-paper-2">
              <p>{t(`help:a${n}`, { minutes: DEFAULT_HOLD_MINUTES })}</p>
              <a
                className="mt-3 inline-flex min-h-6 items-center gap-2 text-paper underline underline-offset-4"
                href={href}
                target="_blank"
                rel="noopener noreferrer"
              >
                {t(`help:l${n}`)}
                <Icon name="external-link" className="rtl:flip-x" />
                <span className="sr-only">{t('help:external')}</span>
              </a>
            </div>
          </details>
        ))}
      </div>
      <h2 id="orders" className="mt-10 text-h2">
        {t('help:ordersTitle')}
      </h2>
      <p className="mt-2 text-paper-2">{t('help:ordersLead')}</p>
      <dl className="mt-4 grid gap-3">
        {ORDERS.map((each) => (
          <div key={each}>
            <dt className="font-600">{t(`help:o_${each}`)}</dt>
            <dd className="m-0 text-paper-2">{t(`help:o_${each}_text`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-10 text-paper-2">
        <Trans
          i18nKey="help:more"
          // biome-ignore lint/a11y/useAnchorContent: its text is in the sentence
          components={{ contact: <a className="text-paper underline underline-offset-4" href={contact} /> }}
        />
      </p>
      <p className="mt-3 text-paper-2">
        <a className="text-paper underline underline-offset-4" href="/api">
          {t('help:api')}
        </a>
      </p>
      <p className="mt-10 text-size-caption text-paper-3">
        <a className="underline underline-offset-4" href="https://www.tradingview.com/" rel="noopener">
          {t('help:charts')}
        </a>
      </p>
    </div>
  );
}
