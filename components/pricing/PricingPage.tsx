import { LANGUAGES, otherLocales } from '#core/locale/locale.ts';
import { usePage } from '#framework/page.tsx';
import { localHref, useLocalHref } from '../layout/local-href.ts';
import { Icon } from '../ui/Icon.tsx';
import { LanguageSwitch } from '../ui/LanguageSwitch.tsx';
import { CommunityPlans } from './CommunityPlans.tsx';
import { FundamentalsPlan } from './FundamentalsPlan.tsx';
import type { PayLinks } from './Pay.tsx';

export type PricingTab = 'community' | 'fundamentals';

type Props = {
  tab: PricingTab;
  links: PayLinks;
  vatPercent: number;
};

/** /pricing, in each language: two offers behind two links, no script. */
export function PricingPage({ tab, links, vatPercent }: Props) {
  const { t, user } = usePage();
  const path = useLocalHref()('/pricing');
  const more = tab === 'community' ? '' : `?tab=${tab}`;
  return (
    <div className="mx-auto w-full max-w-260">
      <div className={user ? 'mb-4 flex justify-end' : 'flex justify-end'}>
        {user ? <LanguageSwitch next={`/pricing${more}`} /> : <OtherLanguages more={more} />}
      </div>
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
          href="/public-contact"
        >
          {t('pricing:contact')}
        </a>
      </p>
    </div>
  );
}

/** A visitor's page has an address in each language; a member's follows the account. @param more the query */
function OtherLanguages({ more }: { more: string }) {
  const { locale } = usePage();
  return otherLocales(locale).map((each) => (
    <a
      key={each}
      className="flex min-h-9 items-center gap-2 text-size-small text-paper-2 hover:text-paper coarse:min-h-11"
      href={localHref('/pricing', { user: null, locale: each }) + more}
      hrefLang={each}
      lang={each}
      rel="alternate"
    >
      <Icon name="languages" />
      {LANGUAGES[each].name}
    </a>
  ));
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
