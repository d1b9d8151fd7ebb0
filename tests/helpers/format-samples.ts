import * as format from '#core/locale/format.ts';
import { cents } from '#core/money/units.ts';

const NUMBERS = ['0', '-0.004', '1204.5', '-1234567.895', '0.125', '99999.995', '1000000000'];
const TIMES = [Date.UTC(2026, 0, 5, 22, 30), Date.UTC(2026, 7, 28, 3, 5), Date.UTC(2024, 11, 31, 23, 59)];

/** Returns one line for each formatter, value, language and zone. */
export function samples(): string[] {
  const numbers = NUMBERS.map((value) =>
    [
      format.formatNumber(value, 2),
      format.formatUsd(value),
      format.formatPnl(value),
      format.formatPercent(value),
      format.formatPercent(value, 1),
      format.formatChange(value),
      format.formatQuantity(value),
      Object.values(format.floorCash(value)).join(''),
      String(format.direction(value)),
    ].join(' | '),
  );
  const now = Date.UTC(2026, 10, 21);
  const dates = (['en', 'he'] as const).flatMap((locale) =>
    ['UTC', 'Asia/Jerusalem', 'America/New_York'].flatMap((zone) =>
      TIMES.map((time) =>
        [
          locale,
          zone,
          format.formatDate(time, { locale, zone, now }),
          format.formatDateTime(time, { locale, zone, now }),
          format.localDate(time, locale, zone),
        ].join(' | '),
      ),
    ),
  );
  return [...numbers, format.formatCents(cents(99_800n)), ...dates];
}
