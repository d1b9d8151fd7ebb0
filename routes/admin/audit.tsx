import { AuditPage } from '#components/admin/AuditPage.tsx';
import type { AccountRole, Audience } from '#core/account/permissions.ts';
import { formatDateTime } from '#core/locale/format.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import { NO_RULES, type Rules } from '#core/trading/season-rules.ts';
import { type AuditRow, listAudit } from '#db/queries/platform/audit.ts';
import { page } from '#framework/define.ts';
import type { Translate } from '#framework/page.tsx';
import type reports from '#locales/en/reports.json';
import en from '#locales/en/seasons.json' with { type: 'json' };

const NEWEST = 200;

export default page({
  access: 'admin',
  async load({ services, locale, zone, t }) {
    const rows = await listAudit(services.sql, NEWEST);
    const date = (at: Date | number) => formatDateTime(at, { locale, zone });
    const words = { t, date };
    return rows.map(({ id, username, action, before, after, at }) => {
      // an edit records every detail: show only the changed ones
      const isEdit = action === 'competition_edit' || action === 'recording_edit';
      return {
        id: String(id),
        who: username,
        what: isNamed(action) ? t(`seasons:actions.${action}`) : action,
        before: describe(before, isEdit ? after : null, words),
        after: describe(after, isEdit ? before : null, words),
        when: date(at),
      };
    });
  },
  head: ({ t }) => ({ title: t('seasons:audit') }),
  view: ({ data }) => <AuditPage rows={data} />,
});

type ActionName = keyof typeof en.actions;
const isNamed = (action: string): action is ActionName => action in en.actions;

/** Texts of facts that other pages name too. */
const LABELS: Record<string, Parameters<Translate>[0]> = {
  prizePool: 'competition:prizePool',
  prizeSplit: 'prizes:percents',
  nextCompetitionDate: 'competition:next',
  tape: 'seasons:tape',
  season: 'seasons:facts.number',
};

const isRule = (name: string): name is keyof Rules => name in NO_RULES;

/** Returns the name of a fact in the reader's language, or its own name where there is no text. */
function labelOf(name: string, t: Translate): string {
  if (isRule(name)) return t(`seasons:${name}Field`);
  const key = LABELS[name] ?? (name in en.facts && `seasons:facts.${name as keyof typeof en.facts}`);
  return key ? t(key) : name;
}

type Words = { t: Translate; date: (at: number) => string };

/** Returns "Season: 1, State: active" without the facts that are equal in `same`. Instants are in epoch ms. */
function describe(facts: AuditRow['before'], same: AuditRow['before'], words: Words): string {
  return Object.entries(facts ?? {})
    .filter(([name, value]) => (same ? same[name] !== value : value !== null))
    .map(([name, value]) => `${labelOf(name, words.t)}: ${textOf(name, value, words)}`)
    .join(', ');
}

function textOf(name: string, value: string | number | boolean | null, { t, date }: Words): string {
  if (value === null) return '–';
  if (/At$/.test(name) && typeof value === 'number') return date(value);
  if (name === 'status') return t(`seasons:states.${value as SeasonStatus}`);
  if (name === 'action') return t(`reports:action.${value as keyof typeof reports.action}`);
  if (name === 'role') return t(`people:role.${value as AccountRole}`);
  if (name === 'audience') return t(`recordings:audienceOf.${value as Audience}`);
  if (name === 'hideOpen') return t(value ? 'seasons:hideOpenYes' : 'seasons:hideOpenNo');
  return String(value);
}
