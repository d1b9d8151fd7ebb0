import type { ReactNode } from 'react';
import { LANGUAGES, otherLocales } from '#core/locale/locale.ts';
import { usePage } from '#framework/page.tsx';
import { LEGAL_PAGES } from '../site/LegalPage.tsx';
import { SimNote } from '../trader/Who.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { BrandMark } from '../ui/Mark.tsx';
import { JoinBar } from './JoinBar.tsx';
import { localHref, useCarriedHref, useJoinHref, useLocalHref } from './local-href.ts';
import { FlashToast } from './Notifications.tsx';
import { PhoneNav } from './PhoneNav.tsx';

const PLACES = [
  ['/leaderboards', 'nav:leaderboards'],
  ['/competitions', 'nav:competition'],
  ['/pricing', 'nav:pricing'],
] as const;

/** Pages that introduce the contest to a visitor who may not know it. */
const JOINED_FROM = /^\/(?:leaderboards|competitions(?:\/\d+)?|rules|help)$/;

/** Pages for registering: there the top bar has no link to register. */
const WAYS_IN = /^\/(?:auth$|join\/|leagues\/join\/)/;

/** The frame of public pages for visitors: no script, nothing personal. */
export function VisitorShell({ children }: { children: ReactNode }) {
  const { t, path } = usePage();
  const hrefOf = useLocalHref();
  const carriedHref = useCarriedHref();
  const joinHref = useJoinHref();
  return (
    <div className="visitor">
      <a className="skip" href="#main">
        {t('nav:skip')}
      </a>
      <LanguageOffer />
      <header className="visitor-bar">
        <div className="visitor-in">
          <a
            className="visitor-brand"
            href={path === '/' ? undefined : hrefOf('/')}
            aria-current={path === '/' ? 'page' : undefined}
          >
            <BrandMark />
            <span>Paperpit</span>
          </a>
          <nav className="visitor-places" aria-label={t('nav:main')}>
            {PLACES.map(([href, key]) => (
              <a
                key={href}
                className="navlink"
                href={path === href ? undefined : hrefOf(href)}
                aria-current={path === href ? 'page' : undefined}
              >
                {t(key)}
              </a>
            ))}
          </nav>
          <OtherLanguages />
          <span className="visitor-ways">
            <LinkButton href={carriedHref('/auth')}>{t('nav:login')}</LinkButton>
            {!WAYS_IN.test(path) && (
              <LinkButton look="primary" href={joinHref}>
                {t('nav:join')}
              </LinkButton>
            )}
          </span>
        </div>
      </header>
      <PhoneNav />
      <main id="main" tabIndex={-1} className="visitor-main">
        {children}
      </main>
      {JOINED_FROM.test(path) && (
        <JoinBar heading={t('nav:joinHeading')} text={t('nav:joinText')} back={hrefOf(path)} />
      )}
      <Footer />
      <SimNote />
      <FlashToast />
    </div>
  );
}

/** A link to the page in the reader's preferred language, when the page is in another one. */
function LanguageOffer() {
  const { path, locale, prefers, isAddressed } = usePage();
  if (!isAddressed || prefers === locale) return null;
  const { text, link } = LANGUAGES[prefers].offer;
  return (
    <aside className="visitor-offer" lang={prefers} dir="auto">
      {text}
      <a href={localHref(path, { user: null, locale: prefers })} hrefLang={prefers} rel="alternate">
        {link}
      </a>
    </aside>
  );
}

function OtherLanguages() {
  const { path, locale, isAddressed } = usePage();
  if (!isAddressed) return null;
  return otherLocales(locale).map((each) => (
    <a
      key={each}
      className="navlink"
      href={localHref(path, { user: null, locale: each })}
      hrefLang={each}
      lang={each}
      rel="alternate"
    >
      {LANGUAGES[each].name}
    </a>
  ));
}

const FOOT = [
  ...LEGAL_PAGES.map((name) => [`/${name}`, `legal:${name}.title`] as const),
  ['/help', 'nav:help'] as const,
];

function Footer() {
  const { t } = usePage();
  const hrefOf = useLocalHref();
  const carriedHref = useCarriedHref();
  return (
    <footer className="visitor-foot">
      <nav className="visitor-in" aria-label={t('nav:foot')}>
        <span className="visitor-brand">
          <BrandMark className="h-5 w-5" />
          <span>Paperpit</span>
        </span>
        {FOOT.map(([href, key]) => (
          <a key={href} href={hrefOf(href)}>
            {t(key)}
          </a>
        ))}
        <a href={carriedHref('/public-contact')}>{t('nav:contact')}</a>
        <a className="visitor-credit" href="https://www.tradingview.com/" rel="noopener">
          {t('nav:charts')}
        </a>
        <OtherLanguages />
      </nav>
    </footer>
  );
}
