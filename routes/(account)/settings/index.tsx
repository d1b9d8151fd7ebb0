import { type RestrictedView, SettingsPage, type SettingsView } from '#components/account/SettingsPage.tsx';
import { maskedEmail } from '#core/account/device.ts';
import { CREATIVE_KEY, MUTE_KEY, SITE_ZOOM_KEY } from '#core/account/preferences.ts';
import { keepPath, type Restriction } from '#core/account/visitor.ts';
import { formatDate, formatDateTime } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { pageReaders } from '#db/queries/account/preferences.ts';
import { page, redirect } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import Switch from '#islands/Switch.ts';
import { discordStartPath } from '#services/account/discord.ts';

/** How long the page shows a warning, or the removal of a second factor by an admin, ms. */
const NOTE_MS = 30 * 86_400_000;

function restrictedView(restriction: Restriction, locale: Locale, zone: string): RestrictedView {
  const until = 'until' in restriction ? restriction.until : null;
  return {
    kind: restriction.kind,
    reason: 'reason' in restriction ? restriction.reason : null,
    day: until === null ? null : formatDate(until, { locale, zone }),
  };
}

/** A switch stored in the browser; disabled without scripts. */
const switchOf = (name: string, turnOn: string, turnOff: string) => (
  <Attach behaviour={Switch} props={{ name, turnOn, turnOff }}>
    <button type="button" className="btn btn-secondary" disabled aria-pressed={false}>
      {turnOn}
    </button>
  </Attach>
);

export default page({
  access: 'public',
  async load({ user, request, locale, zone, services }): Promise<SettingsView> {
    if (!user) throw redirect('/login?next=%2Fsettings');
    if (user.isGuest) throw redirect(keepPath('/settings'));
    const { membership, recovery, sessions, sql } = services;
    const [safety, pending, open, nextName, measures, readers, factor, memberUntil] = await Promise.all([
      recovery.safetyOf(user.id),
      recovery.pendingEmail(user.id),
      sessions.list(request, user.id),
      services.names.nextChange(user.id),
      services.reports.measuresOf(user.id),
      pageReaders(sql, user.id),
      services.secondFactor.find(user.id),
      membership.until(user.id),
    ]);
    const { hasPassword, hasDiscord, codes, codesLeft } = safety;
    const date = (at: Date | null) => at && formatDate(at, { locale, zone });
    const isMailOn = recovery.isMailOn;
    return {
      hasPassword,
      hasDiscord,
      membership:
        membership.isOn && hasDiscord
          ? {
              until: memberUntil && formatDateTime(memberUntil, { locale, zone }),
              href: discordStartPath('/settings', { isMember: true }),
            }
          : null,
      hasFactor: factor !== null,
      codes,
      codesLeft,
      isMailOn,
      passwordChanged: date(safety.passwordChangedAt),
      email: safety.email && maskedEmail(safety.email),
      pending,
      ways: (Number(isMailOn && safety.email !== null) + Number(codesLeft > 0)) as SettingsView['ways'],
      codeUsed: date(safety.codeUsedAt),
      devices: open.map(({ startedAt, lastSeenAt, ...device }) => ({
        ...device,
        since: formatDate(startedAt, { locale, zone }),
        lastSeen: formatDateTime(lastSeenAt, { locale, zone }),
      })),
      pageReaders: readers,
      nextName: nextName > services.databaseClock.now() ? formatDate(nextName, { locale, zone }) : null,
      restricted: user.restriction ? restrictedView(user.restriction, locale, zone) : null,
      notes: measures
        .filter(
          ({ action, at }) =>
            (action === 'warn' || action === 'factor_off') &&
            at.getTime() > services.databaseClock.now() - NOTE_MS,
        )
        .map(({ at, reason }, n) => ({ id: String(n), day: formatDate(at, { locale, zone }), reason })),
    };
  },
  head: ({ t }) => ({ title: t('settings:title') }),
  view: ({ data, t }) => (
    <SettingsPage
      view={data}
      creative={switchOf(CREATIVE_KEY, t('settings:show'), t('settings:hide'))}
      profits={switchOf(MUTE_KEY, t('settings:mute'), t('settings:unmute'))}
      zoom={switchOf(SITE_ZOOM_KEY, t('settings:smaller'), t('settings:full'))}
    />
  ),
});
