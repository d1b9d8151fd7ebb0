/** The terms of a season at its start, and their check when a process with other settings starts. */
import { clash, type SeasonTerms, TIE_RULE, widen } from '#core/season/terms.ts';
import type { Transaction } from '#db/client.ts';
import { runningTerms } from '#db/queries/leagues/games.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import { type SeasonRow, storeTerms } from '#db/queries/season/seasons.ts';
import type { Market } from '#market/market.ts';
import { type Settings, SettingsError } from '../platform/settings.ts';

export type TermsDeps = {
  market: Pick<Market, 'source' | 'capabilities' | 'tape'>;
  settings: Pick<Settings, 'quoteMaxAgeMs' | 'marketSeed'>;
};

export function termsNow({ market, settings }: TermsDeps): SeasonTerms {
  const { source, capabilities, tape = null } = market;
  return {
    market: source,
    hours: capabilities.hours,
    delaySec: capabilities.delaySec,
    quoteMaxAgeMs: settings.quoteMaxAgeMs,
    tape,
    marketSeed: settings.marketSeed !== undefined,
    tieRule: TIE_RULE,
  };
}

/**
 * Refuses to start on another market than the running season's, because the other market has no prices for the
 * positions. Stores wider terms with the season.
 * @throws SettingsError naming the setting and the season
 */
export async function holdToTerms(tx: Transaction, season: SeasonRow, now: SeasonTerms): Promise<void> {
  const { terms: stored, status, number } = season;
  if (status !== 'active' || !stored) return;
  const other = clash(stored, now);
  if (other)
    throw new SettingsError(
      `${other.name} is ${other.now}, but season ${number} is running with ${other.name}=${other.stored}: ` +
        'start with that, and end the season before you change it.',
    );
  const wide = widen(stored, now);
  if (wide === stored) return;
  await storeTerms(tx, season.id, wide);
  await writeAudit(tx, {
    userId: null,
    action: 'season_terms',
    before: flat(stored),
    after: flat(wide),
  });
}

/** Widens the terms of running private games. A game on another market loses its terms and cannot be proved. */
export async function holdGamesToTerms(tx: Transaction, now: SeasonTerms): Promise<void> {
  for (const { id, terms } of await runningTerms(tx)) {
    const next = clash(terms, now) ? null : widen(terms, now);
    if (next !== terms) await storeTerms(tx, id, next);
  }
}

const flat = ({ quoteMaxAgeMs, delaySec, tape }: SeasonTerms) => ({
  quoteMaxAgeMs,
  delaySec,
  tape: tape && `${tape.version} ${tape.catalogue}`,
});
