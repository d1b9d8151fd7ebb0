import { localHref } from '#components/layout/local-href.ts';
import { CheckPage } from '#components/season/CheckPage.tsx';
import { SeasonNumber } from '#core/contract/fields.ts';
import { formatMoment } from '#core/locale/format.ts';
import { seasonByNumber } from '#db/queries/season/seasons.ts';
import { asset } from '#framework/asset.ts';
import { notFound, page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import { instanceOf } from '#framework/locale/i18n.ts';
import SeasonCheck from '#islands/SeasonCheck.ts';
import { cardHref } from '#services/home/link-cards.ts';
import { READABLE } from '#services/platform/public-pages.ts';
import { hasBundle } from '#services/proof/bundle.ts';
import { shareLink } from '../../_share-link.tsx';

export default page({
  ...READABLE,
  params: SeasonNumber,

  async load({ services, params: { number }, locale, zone }) {
    const season = await seasonByNumber(services.sql, number);
    if (!season) throw notFound();
    const { endsAt } = services.seasons.schedule();
    const isRunning = season.status === 'active';
    return {
      hasBundle: await hasBundle(services.sql, season, services.databaseClock.now()),
      ends: isRunning && endsAt !== null ? formatMoment(endsAt, { locale, zone }) : null,
      check: {
        number,
        fileName: `season-${number}`,
        bundleUrl: `/competitions/${number}/bundle`,
        workerUrl: asset('season-proof.js'),
        texts: instanceOf(services.translations(locale)).getResourceBundle(locale, 'check'),
        locale,
        zone,
      },
      address:
        services.settings.publicUrl + localHref(`/competitions/${number}/check`, { user: null, locale }),
    };
  },

  head: ({ data: { check }, t, ctx: { locale } }) => ({
    title: t('check:title', { number: check.number }),
    description: t('check:idleText'),
    image: cardHref(`/seasons/${check.number}`, locale),
  }),
  view: ({ data: { check, hasBundle, ends, address }, t }) => {
    const page = (
      <CheckPage
        checked={{ number: check.number }}
        bundleUrl={check.bundleUrl}
        hasBundle={hasBundle}
        comes={ends && t('check:seasonEnds', { when: ends })}
        share={shareLink(t, address)}
      />
    );
    // without a bundle the behaviour has nothing to check
    if (!hasBundle) return page;
    return (
      <Attach behaviour={SeasonCheck} props={check}>
        {page}
      </Attach>
    );
  },
});
