import { z } from 'zod';
import { AuditPage } from '#components/admin/AuditPage.tsx';
import type { AccountRole, Audience } from '#core/account/permissions.ts';
import { usernameKey } from '#core/account/username.ts';
import { formatDateTime } from '#core/locale/format.ts';
import { LANGUAGES, type Locale } from '#core/locale/locale.ts';
import { addDays, zonedToUtc } from '#core/locale/zone.ts';
import type { SeasonStatus } from '#core/season/season.ts';
import { isChoiceRule, RULE_NAMES } from '#core/trading/season-rules.ts';
import type { Sql } from '#db/client.ts';
import { findNamed } from '#db/queries/account/people.ts';
import { type AuditRow, listAudit } from '#db/queries/platform/audit.ts';
import { page } from '#framework/define.ts';
import type { Translate } from '#framework/page.tsx';
import type reports from '#locales/en/reports.json';
import en from '#locales/en/seasons.json' with { type: 'json' };

const PAGE_SIZE = 50;

const Name = z.string().trim().max(100).catch('').default('');
const Day = z
  .union([z.literal(''), z.iso.date()])
  .catch('')
  .default('');

export default page({
  access: 'admin',
  query: z.object({
    who: Name,
    person: Name,
    action: z.string().max(100).catch('').default(''),
    from: Day,
    to: Day,
    page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
  }),
  async load({ services: { sql }, query: { page: current, ...search }, locale, zone, t }) {
    const [actors, people] = await Promise.all([findPeople(sql, search.who), findPeople(sql, search.person)]);
    const filter = {
      actors: actors?.ids ?? null,
      action: search.action || null,
      names: people?.names ?? null,
      from: search.from ? midnight(search.from, zone) : null,
      before: search.to ? midnight(addDays(search.to, 1), zone) : null,
    };
    // one row too many means that there is a next page
    const part = { offset: (current - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 };
    const rows = await listAudit(sql, filter, part);
    const date = (at: Date | number) => formatDateTime(at, { locale, zone });
    const words = { t, date };
    const views = rows.slice(0, PAGE_SIZE).map(({ id, username, action, before, after, at }) => {
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
    return {
      rows: views,
      search,
      actions: Object.keys(en.actions)
        .filter(isNamed)
        .map((action) => ({ action, text: t(`seasons:actions.${action}`) })),
      page: current,
      pages: rows.length > PAGE_SIZE ? current + 1 : current,
    };
  },
  head: ({ t }) => ({ title: t('seasons:audit') }),
  view: ({ data }) => <AuditPage {...data} />,
});

/** Returns the people with a name, present or former; null without a name. */
const findPeople = async (sql: Sql, name: string) =>
  name === '' ? null : await findNamed(sql, usernameKey(name));

/** Returns the instant at which a day begins in a zone. @param day "2026-11-23" */
const midnight = (day: string, zone: string) => new Date(zonedToUtc(`${day}T00:00`, zone) ?? Number.NaN);

type ActionName = keyof typeof en.actions;
const isNamed = (action: string): action is ActionName => action in en.actions;

/** Keys of texts for facts that other pages name too. */
const LABELS: Record<string, Parameters<Translate>[0]> = {
  prizePool: 'competition:prizePool',
  prizeSplit: 'prizes:percents',
  nextCompetitionDate: 'competition:next',
  entryDays: 'terms:entryDaysField',
  entryUntil: 'terms:entryUntilField',
  frozenHours: 'terms:frozenHoursField',
  symbol: 'trader:symbol',
  price: 'trader:price',
  tape: 'seasons:tape',
  season: 'seasons:facts.number',
};

const isRule = (name: string): name is (typeof RULE_NAMES)[number] =>
  (RULE_NAMES as readonly string[]).includes(name);

/** Returns the name of a fact in the reader's language, or its key where there is no text. */
function labelOf(name: string, t: Translate): string {
  if (isRule(name)) return t(`seasons:${name}Field`);
  if (name in LANGUAGES) return LANGUAGES[name as Locale].name;
  const key = LABELS[name] ?? (name in en.facts && `seasons:facts.${name as keyof typeof en.facts}`);
  return key ? t(key) : name;
}

type Words = { t: Translate; date: (at: number) => string };

/**
 * Returns "Season: 1, State: active". Leaves out a fact that `same` has with the same value; without `same` it leaves
 * out facts that are null. Instants are in epoch ms.
 */
function describe(facts: AuditRow['before'], same: AuditRow['before'], words: Words): string {
  return Object.entries(facts ?? {})
    .filter(([name, value]) => (same ? same[name] !== value : value !== null))
    .map(([name, value]) => `${labelOf(name, words.t)}: ${textOf(name, value, words)}`)
    .join(', ');
}

function textOf(name: string, value: string | number | boolean | null, { t, date }: Words): string {
  if (value === null) return '–';
  if (/(?:At|Until)$/.test(name) && typeof value === 'number') return date(value);
  if (name === 'status') return t(`seasons:states.${value as SeasonStatus}`);
  if (name === 'action') return t(`reports:action.${value as keyof typeof reports.action}`);
  if (name === 'role') return t(`people:role.${value as AccountRole}`);
  if (name === 'audience') return t(`recordings:audienceOf.${value as Audience}`);
  if (isChoiceRule(name)) return t(`seasons:${name}${value ? 'Yes' : 'No'}`);
  return typeof value === 'boolean' ? t(value ? 'people:yes' : 'people:no') : String(value);
}
