import type { TranslationKey } from '#build/i18n.gen.ts';
import type { AccountRole } from '#core/account/permissions.ts';
import { type RestrictionRow, restrictionOf } from '#core/account/visitor.ts';
import { formatDateTime } from '#core/locale/format.ts';
import type { Locale } from '#core/locale/locale.ts';
import { nameInSentence } from '#core/locale/sentence.ts';
import type { OpenReport, StoredMeasure } from '#db/queries/account/reports.ts';
import type { Translate } from '#framework/page.tsx';

type Words = { locale: Locale; zone: string; t: Translate };
type Account = RestrictionRow & {
  role: AccountRole;
  isSimulated: boolean;
  isDeleted: boolean;
};

/** Returns "Cheating · 28 Nov 01:47 · by dana", with the message. */
export function reportLine({ reason, message, at, reporter }: OpenReport, { t, ...dates }: Words) {
  const by = t('reports:by', { username: nameInSentence(reporter ?? t('reports:nobody')) });
  return { about: [t(`reports:reason.${reason}`), formatDateTime(at, dates), by].join(' · '), message };
}

export function measureLine({ action, reason, at, admin }: StoredMeasure, { t, ...dates }: Words) {
  const what = t('reports:historyLine', {
    date: formatDateTime(at, dates),
    action: t(`reports:action.${action}` as TranslationKey),
    admin: nameInSentence(admin ?? t('reports:nobody')),
  });
  return { what, reason };
}

/**
 * Returns what staff must know about an account: deleted, leaving, restricted, an admin's, a moderator's or
 * simulated. Null for an ordinary account.
 * @param now epoch ms
 */
export function accountState(account: Account, now: number, { t, ...dates }: Words): string | null {
  if (account.isDeleted) return t('people:deleted');
  const restriction = restrictionOf(account, now);
  if (restriction?.kind === 'leaving') return t('people:leaving');
  if (restriction?.kind === 'newName') return t('reports:needsName');
  if (restriction?.kind === 'suspended')
    return restriction.until === null
      ? t('reports:banned')
      : t('reports:barred', { date: formatDateTime(restriction.until, dates) });
  if (account.role === 'admin') return t('people:role.admin');
  if (account.role === 'moderator') return t('people:role.moderator');
  return account.isSimulated ? t('people:simulated') : null;
}
