/** The public list of a season's changes since its start. */
import type { ChangeView } from '#components/season/SeasonPage.tsx';
import { formatMoment, formatPrize, formatUsd } from '#core/locale/format.ts';
import { changesOf, type TermChange } from '#core/season/changes.ts';
import { isChoiceRule } from '#core/trading/season-rules.ts';
import { seasonEdits } from '#db/queries/platform/audit.ts';
import type { Translate } from '#framework/page.tsx';
import type { Services } from '../services.ts';
import type { Reader } from './entry.ts';

export async function readChanges(
  { sql }: Pick<Services, 'sql'>,
  season: { number: number },
  reader: Reader,
): Promise<ChangeView[]> {
  const edits = await seasonEdits(sql, season.number);
  return edits.flatMap(({ id, before, after, at }) =>
    changesOf(before, after).map((change) => ({
      id: `${id} ${change.term}`,
      at: formatMoment(at, reader),
      name: nameOf(change, reader.t),
      before: textOfValue(change, change.before, reader),
      after: textOfValue(change, change.after, reader),
      reason: typeof after.reason === 'string' ? after.reason : null,
    })),
  );
}

function nameOf({ term }: TermChange, t: Translate): string {
  if (term === 'prizePool') return t('seasons:prize');
  if (term === 'prizeSplit') return t('prizes:percents');
  if (term === 'leastTrades' || term === 'leastDays') return t(`terms:${term}`);
  if (term === 'entryDays' || term === 'entryUntil' || term === 'frozenHours') return t(`terms:${term}Field`);
  if (term === 'reviewHours') return t('prizes:hours');
  return term === 'endsAt' ? t('seasons:facts.endsAt') : t(`seasons:${term}Field`);
}

function textOfValue({ term }: TermChange, value: TermChange['before'], { t, ...reader }: Reader): string {
  // 0 means no limit
  if (value === null || value === '0.00' || (value === 0 && term !== 'reviewHours')) return '–';
  if (term === 'prizePool') return formatPrize(String(value));
  if (term === 'endsAt' || term === 'entryUntil') return formatMoment(Number(value), reader);
  if (term === 'minPrice') return formatUsd(String(value));
  if (isChoiceRule(term)) return t(`seasons:${term}${value ? 'Yes' : 'No'}`);
  return term === 'maxShare' || term === 'maxVolume' ? `${value}%` : String(value);
}
