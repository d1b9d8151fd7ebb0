/** The steps of Start, End and Reset, inside one transaction that locks the season. */
import { utcToZoned, zonedToUtc } from '#core/locale/zone.ts';
import { writeCents } from '#core/money/money.ts';
import { AppError } from '#core/refusals/refusals.ts';
import { nextMonthly } from '#core/season/length.ts';
import { nextSeedPeriodMs, planSeason, type SeasonStep } from '#core/season/season.ts';
import type { SeasonTerms } from '#core/season/terms.ts';
import { rulesOn } from '#core/trading/season-rules.ts';
import type { Transaction } from '#db/client.ts';
import { insertSeasonResults } from '#db/queries/account/notifications.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import { rightClock } from '#db/queries/platform/leases.ts';
import { closeAtMarks } from '#db/queries/season/closing.ts';
import {
  competitionSchedule,
  dropEntryMoment,
  readDetails,
  setSchedule,
  updateDetails,
} from '#db/queries/season/competition.ts';
import * as rows from '#db/queries/season/seasons.ts';
import { addSeedPeriod, seedPeriodRows } from '#db/queries/season/seed-periods.ts';
import type { Market } from '#market/market.ts';
import { periodSeed } from '#market/seed-period.ts';
import { tellOpen, tellOver } from '../announcements/tell.ts';
import { tellUndecided } from '../leagues/notices.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import { dealAtEnd } from '../prizes/deal.ts';
import { closeChain } from '../proof/chain.ts';
import type { Vault } from '../proof/seed-periods.ts';
import { type EndDeps, endAtLastPrices, freezeResults } from './results.ts';
import { holdGamesToTerms, holdToTerms, termsNow } from './terms.ts';

type Season = rows.SeasonRow;
export type SeasonAction = 'start' | 'end' | 'reset';

type Deps = {
  market: Pick<Market, 'quotes' | 'source' | 'capabilities' | 'now' | 'tape'>;
  clock: Clock;
  settings: Pick<Settings, 'startingBalance' | 'contestZone' | 'marketSeed' | 'quoteMaxAgeMs'>;
  vault: Vault | null;
} & Pick<EndDeps, 'onSeasonEnd'>;

export const createSeasonSteps = (deps: Deps) => ({
  prepare: (tx: Transaction) => prepare(deps, tx),
  act: (tx: Transaction, action: SeasonAction, adminId: number | null) => act(deps, tx, action, adminId),
});

/**
 * Opens the first season, waiting, on an empty database. On a database with seasons, gives a waiting season the newest
 * rules, checks the terms of a running season, and replaces a seed that somebody may know.
 * @throws SettingsError when the running season is on another market
 */
async function prepare(deps: Deps, tx: Transaction): Promise<void> {
  await rows.lockSeasons(tx);
  await rows.raiseWaitingRules(tx);
  const newest = await rows.newestSeason(tx);
  if (newest) {
    await holdToTerms(tx, newest, termsNow(deps));
    await holdGamesToTerms(tx, termsNow(deps));
    if (newest.status !== 'active') await dropOtherRules(deps, tx);
    return await replaceKnownSeed(deps, tx, newest);
  }
  await rightClock(tx);
  await rows.holdRegistrations(tx);
  await run(deps, tx, 'open-waiting', null, new Date(deps.clock.now()));
  // The tape's history has a public seed, from which anybody can compute later prices: trading needs a new seed. No
  // price has been sent yet, so the new seed can take effect from the running minute.
  await openSeedPeriod(deps, tx, null, deps.clock.now() - (deps.clock.now() % 60_000));
}

/** Removes the limit by the day's volume on a market without volumes. */
async function dropOtherRules(deps: Deps, tx: Transaction): Promise<void> {
  const { rules: previous } = await readDetails(tx);
  const rules = rulesOn(termsNow(deps).market, previous);
  if (rules.maxVolume === previous.maxVolume) return;
  await updateDetails(tx, { rules }, new Date(deps.clock.now()));
  const [before, after] = [previous, rules].map(({ maxVolume }) => ({ maxVolume }));
  await writeAudit(tx, { userId: null, action: 'competition_edit', before: before!, after: after! });
}

/**
 * Plans and runs an action, with its seed and its audit row. The caller holds `lockSeasons`.
 * @throws ALREADY_ACTIVE, NOT_ACTIVE, UNAVAILABLE when a held symbol has never had a price, SPLIT_CHECK
 */
async function act(
  deps: Deps,
  tx: Transaction,
  action: SeasonAction,
  adminId: number | null,
): Promise<SeasonStep[]> {
  await rows.holdRegistrations(tx);
  const newest = await rows.lockNewestSeason(tx);
  const plan = planSeason(action, newest?.status ?? null);
  if (plan instanceof AppError) throw plan;
  const actedAt = new Date(deps.clock.now());
  let season = newest;
  for (const step of plan) season = await run(deps, tx, step, newest, actedAt);
  if (plan.includes('activate') || plan.includes('open-active')) await openSeedPeriod(deps, tx, season);
  else if (plan.includes('end')) await openSeedPeriod(deps, tx, null);
  if (action === 'end') await planNext(deps, tx, newest!, { at: actedAt, isPlanned: adminId === null });
  const after = await rows.newestSeason(tx);
  await writeAudit(tx, {
    userId: adminId,
    action: `season_${action}`,
    before: newest && { number: newest.number, status: newest.status },
    after: after && { number: after.number, status: after.status },
  });
  return plan;
}

/** How late a repeated season may start, ms: the previous season may end late, or the server may be down. */
const LATE_START_MS = 86_400_000;

/**
 * Plans the next season, a month after the ending one, when seasons repeat and no start is planned.
 * @param end.isPlanned true when the schedule ended the season: the next start may be up to LATE_START_MS before the
 * end, and is then due at once
 */
async function planNext(
  { settings }: Deps,
  tx: Transaction,
  ending: Season,
  end: { at: Date; isPlanned: boolean },
): Promise<void> {
  const [{ isMonthly }, { startsAt }] = [await readDetails(tx), await competitionSchedule(tx)];
  if (!isMonthly || startsAt !== null) return;
  const local = (ms: number) => utcToZoned(ms, settings.contestZone);
  const endMs = end.at.getTime();
  const next = nextMonthly(
    { start: local(ending.startedAt!.getTime()), end: local(endMs) },
    local(end.isPlanned ? endMs - LATE_START_MS : endMs + 60_000),
  );
  const utc = (time: string) => zonedToUtc(time, settings.contestZone);
  await setSchedule(tx, { startsAt: utc(next.start), endsAt: utc(next.end) });
}

/** @param effectiveFrom epoch ms; default: the next whole minute that leaves all processes time to read the seed */
async function openSeedPeriod(
  deps: Deps,
  tx: Transaction,
  season: Pick<Season, 'id' | 'number'> | null,
  effectiveFrom?: number,
) {
  const last = (await seedPeriodRows(tx)).at(-1);
  const number = last ? last.number + 1 : 0;
  const place = { season: season?.number ?? 0, period: number };
  const seed = periodSeed(place, deps.settings.marketSeed);
  const storedSeed = deps.vault
    ? { seed: null, sealedSeed: deps.vault.seal(place, seed) }
    : { seed, sealedSeed: null };
  await addSeedPeriod(tx, {
    seasonId: season?.id ?? null,
    number,
    ...storedSeed,
    hash: sha256(seed),
    effectiveFrom: effectiveFrom ?? nextSeedPeriodMs(deps.clock.now(), last?.effectiveFrom ?? null),
    fromMarketSeed: deps.settings.marketSeed !== undefined,
  });
}

/**
 * Returns the terms of a starting season. `marketSeed` is also true when the previous seed is known, because prices
 * follow that seed until the season's seed takes effect.
 */
async function startTerms(deps: Deps, tx: Transaction): Promise<SeasonTerms> {
  const terms = termsNow(deps);
  const last = (await seedPeriodRows(tx)).at(-1);
  return { ...terms, marketSeed: terms.marketSeed || last?.fromMarketSeed === true };
}

/**
 * Freezes a season: stores one last price for every held symbol, writes the final table, ends the requests to join its
 * leagues, deals the prizes and announces the end. The caller has locked the season's row.
 */
async function freeze(deps: Deps, tx: Transaction, ending: Season, endedAt: Date) {
  await endAtLastPrices(deps, tx, ending.id, endedAt);
  await dropEntryMoment(tx);
  await closeChain(tx, ending, endedAt);
  await freezeResults(tx, ending.id);
  await insertSeasonResults(tx, ending.id, endedAt);
  await tellUndecided(tx, { seasonNumber: ending.number }, endedAt);
  await dealAtEnd(tx, ending, endedAt);
  await tellOver(tx, ending, endedAt);
}

async function run(
  deps: Deps,
  tx: Transaction,
  step: SeasonStep,
  newest: Season | null,
  actedAt: Date,
): Promise<Season> {
  if (step === 'open-active' || step === 'open-waiting') {
    const status = step === 'open-active' ? 'active' : 'waiting';
    const { startCash: chosen } = await readDetails(tx);
    const startCash = writeCents(chosen ?? deps.settings.startingBalance);
    const terms = status === 'active' ? await startTerms(deps, tx) : null;
    const opened = await rows.openSeason(tx, { status, startCash, terms, at: actedAt });
    if (status === 'active') await tellOpen(tx, opened.number, actedAt);
    return opened;
  }
  if (step === 'activate') {
    await rows.activateSeason(tx, newest!.id, await startTerms(deps, tx), actedAt);
    await tellOpen(tx, newest!.number, actedAt);
  } else if (step === 'end') await freeze(deps, tx, newest!, actedAt);
  else {
    await closeAtMarks(tx, newest!.id, actedAt);
    await rows.archiveSeason(tx, newest!.id);
  }
  return newest!;
}

/** Replaces a seed from MARKET_SEED once that variable is unset. Prices follow the new seed from a whole minute on. */
async function replaceKnownSeed(deps: Deps, tx: Transaction, newest: Season) {
  const last = (await seedPeriodRows(tx)).at(-1);
  if (last?.fromMarketSeed && deps.settings.marketSeed === undefined) {
    await rightClock(tx);
    await openSeedPeriod(deps, tx, newest.status === 'active' ? newest : null);
  }
}

const sha256 = (input: Uint8Array): Uint8Array =>
  new Uint8Array(new Bun.CryptoHasher('sha256').update(input).digest());
