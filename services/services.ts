/** Creates all services. The file of each exports a `createX(deps)` or a class. */
import { join } from 'node:path';
import type { Sql } from '#db/client.ts';
import { forgetNotifications } from '#db/queries/account/notifications.ts';
import { forgetLimits } from '#db/queries/platform/requests.ts';
import type { RequestContext } from '#framework/define.ts';
import { type Addresses, createAddresses } from '#framework/http/address.ts';
import { loadTranslations } from '#framework/locale/i18n.ts';
import type { Market, Trade } from '#market/market.ts';
import { createAccounts } from './account/accounts.ts';
import { createMarks } from './account/browser-marks.ts';
import { createDevices } from './account/devices.ts';
import { createDiscord } from './account/discord.ts';
import { createGuesses } from './account/guesses.ts';
import { createGuests } from './account/guests.ts';
import { createJoinLinks } from './account/join-links.ts';
import { createMembership } from './account/membership.ts';
import { createNotificationMail } from './account/notification-mail.ts';
import { keepNotices } from './account/notifications.ts';
import { createNotifyOwner } from './account/notify-owner.ts';
import { createOppositeDays } from './account/opposite-days.ts';
import { createProofs } from './account/proofs.ts';
import { createSecondFactor } from './account/second-factor.ts';
import { createSessions } from './account/sessions.ts';
import { createSignIn } from './account/sign-in.ts';
import { createDiscordPosts } from './announcements/discord-posts.ts';
import { createReminders } from './announcements/reminders.ts';
import { createContact } from './contact/contact.ts';
import { createDemo } from './demo/demo.ts';
import { createFirstSteps } from './home/first-steps.ts';
import { createFront } from './home/front.ts';
import { createCards } from './home/link-cards.ts';
import { createMovers } from './home/movers.ts';
import { createSitemap } from './home/sitemap.ts';
import { createEquity } from './leaderboard/equity.ts';
import { createLeaderboard } from './leaderboard/leaderboard.ts';
import { createGameKeeper, type GameKeeper } from './leagues/keep-games.ts';
import { createLeagues } from './leagues/leagues.ts';
import { DayVolumes } from './market/day-volumes.ts';
import { createDividends } from './market/dividends.ts';
import { createPriceCheck, type PriceCheck } from './market/price-check.ts';
import { createSplits } from './market/splits.ts';
import { createSymbolChanges } from './market/symbol-changes.ts';
import { createCounts } from './numbers/counts.ts';
import { createNumbers } from './numbers/numbers.ts';
import { createDrain, createHealth } from './operations/health.ts';
import { createMeters, createMetrics, type Meters, type QueryWatch } from './operations/metrics.ts';
import { createOrderAdjustments, type OrderAdjustments } from './orders/adjust-orders.ts';
import { createDelistings } from './orders/cancel-delisted.ts';
import { OrderService } from './orders/change-orders.ts';
import { createSymbolAdjustments } from './orders/change-symbols.ts';
import { OrderEngine } from './orders/match-orders.ts';
import { createObserver } from './orders/observed-prices.ts';
import { Settlement } from './orders/settle-orders.ts';
import { createDataExport } from './own-account/export.ts';
import { createLeaving } from './own-account/leaving.ts';
import { createNames } from './own-account/names.ts';
import type { Clock } from './platform/clock.ts';
import { createQueue } from './platform/concurrency.ts';
import { createReads } from './platform/database.ts';
import type { Log } from './platform/log.ts';
import { createMail } from './platform/mail.ts';
import { createRateLimits, forAllProcesses, type RateLimits } from './platform/rate-limit.ts';
import { createSay, languages, type SayText } from './platform/say.ts';
import { createSecurityLog } from './platform/security-log.ts';
import type { Settings } from './platform/settings.ts';
import { createPracticeMargin } from './practice/margin-watch.ts';
import { createPractice } from './practice/practice.ts';
import { createPracticeSamples } from './practice/samples.ts';
import { type ClaimDeps, createClaims } from './prizes/claims.ts';
import { createDecisions, type DecisionDeps } from './prizes/decisions.ts';
import { createChain } from './proof/chain.ts';
import { type Bus, createBus } from './realtime/bus.ts';
import { createHub } from './realtime/hub.ts';
import { createRecordings } from './recordings/recordings.ts';
import { createRecoveryCodes } from './recovery/codes.ts';
import { createMailedLinks } from './recovery/links.ts';
import { createRecovery } from './recovery/recovery.ts';
import { createReports } from './reports/reports.ts';
import { createOutcomes } from './season/outcome.ts';
import { createSeasons, type Seasons } from './season/seasons.ts';
import { createShop } from './shop/shop.ts';
import { createTrading, type Trading } from './trading/trading.ts';

const MINUTE_MS = 60_000;
/** The one-file build unpacks its files into PAPERPIT_FILES. */
const LOCALES_FOLDER = join(process.env.PAPERPIT_FILES ?? join(import.meta.dir, '..'), 'locales');
const HOUR_MS = 60 * MINUTE_MS;

type Base = {
  settings: Settings;
  sql: Sql;
  market: Market;
  clock: Clock;
  /** The database's time, for decisions that must not depend on this machine's clock. */
  databaseClock: Clock;
  log: Log;
  /** 32 random bytes of this installation. signing.ts derives a key for each purpose. */
  secret: Uint8Array;
  queries: QueryWatch;
  /** A copy of the database that serves finished seasons; null when `sql` serves them too. */
  replica: Sql | null;
};

export type Services = ReturnType<typeof createServices>;

/** A request's context with only the named services, so that a function's signature names the services it uses. */
export type Using<
  Name extends keyof Services,
  Context extends { services: Services } = RequestContext,
> = Omit<Context, 'services'> & { services: Pick<Services, Name> };

export function createServices(base: Base) {
  const parts = createParts(base);
  const operations = createOperations(parts);
  const lookForDelistings = createDelistings(parts);
  const leagues = createLeagues(parts);
  const gameKeeper = createGameKeeper(parts);
  const all = { ...parts, ...operations, ...createTelling(parts), lookForDelistings, leagues, gameKeeper };
  return { ...all, ...createUpkeep(all) };
}

const warnOfProxy = (log: Base['log']) => (entry: string) =>
  log.warn({ entry }, 'X-Forwarded-For has no address where TRUST_PROXY looks: all visitors count as one');

function createParts(base: Base) {
  const { settings, sql, market, clock, databaseClock, log } = base;
  const byDatabase = { ...base, clock: databaseClock };
  const translations = loadTranslations(LOCALES_FOLDER, languages);
  const say = createSay(translations, settings.contestZone);
  const meters = createMeters();
  const bus = keepNotices(createBus({ sql, log, ...settings }), { sql, clock: databaseClock, log });
  const limits = createRateLimits(settings, forAllProcesses(sql));
  const addresses = createAddresses(settings, warnOfProxy(log));
  const account = createAccountParts({ ...byDatabase, bus, say, addresses, limits });
  const { sessions, mail } = account;
  const onSeedPeriods: Market['setSeedPeriods'] = (seedPeriods) => market.setSeedPeriods?.(seedPeriods);
  const ends = endsOf(() => orderAdjustments);
  const seasons = createSeasons({ ...base, bus, onSeedPeriods, ...ends });
  const shareEvents = createShareEvents({ ...base, seasons, bus, orderParts: () => orderParts });
  const priceCheck = createPriceCheck({ sql, market, splits: shareEvents.splits, seasons, log });
  const leaderboard = createLeaderboard({ ...base, seasons, bus, priceCheck, onPass: meters.pass });
  const equity = createEquity({ sql, clock, seasons, leaderboard });
  const checkMargin: Trading['checkMargin'] = (trader) => trading.checkMargin(trader);
  const orderParts = createOrderParts({ ...base, bus, priceCheck, checkMargin });
  const { orders, orderEngine, orderAdjustments } = orderParts;
  const trading = createTrading({ sql, market, clock, settings, bus, priceCheck, ...orderParts });
  const outcomes = createOutcomes({ sql, seasons, log });
  leaderboard.onTable(outcomes.refresh);
  const onTick = (trade: Trade) => meters.tick(trade, market.now());
  const hub = createHub({ ...base, bus, seasons, sessions, say, leaderboard, onTick });
  leaderboard.onTable(hub.announceTable);
  const chain = createChain({ sql, seasons, clock, log });
  chain.onHead(hub.announceHead);
  const shop = createShop({ sql, clock, bus });
  const staffWork = createStaffWork({ ...byDatabase, bus, mail, limits, orders });
  const demo = createDemo({ ...base, ...staffWork, trading, orders, seasons, leaderboard, shop, bus });
  const removals = createRemovals({ ...byDatabase, ...account, bus, limits, addresses, orders });

  return {
    ...base,
    translations,
    say,
    bus,
    limits,
    addresses,
    ...account,
    ...removals,
    seasons,
    ...ends,
    outcomes,
    ...createPrizeParts({ ...base, bus, seasons, leaderboard }),
    chain,
    leaderboard,
    ...shareEvents,
    priceCheck,
    equity,
    firstSteps: createFirstSteps({ sql, clock, log, bus }),
    movers: createMovers({ market, clock, log }),
    front: createFront({ sql, market, seasons, clock, log }),
    sitemap: createSitemap({ sql, clock }),
    cards: createCards({ log }),
    trading,
    orders,
    orderEngine,
    ...createPracticeParts({ ...base, trading, orders, orderEngine }),
    hub,
    demo,
    ...staffWork,
    oppositeDays: createOppositeDays({ sql, clock, seasons, equity }),
    numbers: createNumbers({ ...byDatabase, ...account }),
    recordings: createRecordings({ sql, clock: databaseClock }),
    discord: createDiscord(settings),
    shop,
    meters,
    reads: createReads(base),
  };
}

/**
 * Returns the hooks of a game's end, `onSeasonEnd` in its transaction and `onSeasonEnded` after the commit, and
 * `onLeave` for a member who leaves a game.
 */
const endsOf = (adjustments: () => OrderAdjustments) => ({
  onSeasonEnd: ((tx, id, end) =>
    adjustments().endSeason(tx, id, end)) satisfies OrderAdjustments['endSeason'],
  onSeasonEnded: () => adjustments().tellEnd(),
  onLeave: ((tx, seasonId, userId) =>
    adjustments().stopTrader(tx, seasonId, userId)) satisfies OrderAdjustments['stopTrader'],
});

function createShareEvents({
  orderParts,
  ...deps
}: Base & { seasons: Seasons; bus: Bus; orderParts: () => ReturnType<typeof createOrderParts> }) {
  const orders = () => orderParts().orderAdjustments;
  return {
    splits: createSplits({ ...deps, onSplit: (tx, id, split) => orders().split(tx, id, split) }),
    dividends: createDividends({
      ...deps,
      onCharge: (tx, account, amount) => orders().dividend(tx, account, amount),
    }),
    symbolChanges: createSymbolChanges({ ...deps, adjustments: () => orderParts().symbolAdjustments }),
  };
}

function createTelling(parts: ReturnType<typeof createParts>) {
  const deps = { ...parts, clock: parts.databaseClock };
  return { reminders: createReminders(deps), discordPosts: createDiscordPosts(deps) };
}

type AllParts = ReturnType<typeof createParts> &
  ReturnType<typeof createOperations> &
  ReturnType<typeof createTelling> & { lookForDelistings: () => Promise<void>; gameKeeper: GameKeeper };

/** Services with a timer each. They may start and stop in any order. */
const watchesOf = ({ splits, dividends, practiceMargin, practiceSamples, gameKeeper }: AllParts) => [
  splits,
  dividends,
  practiceMargin,
  practiceSamples,
  gameKeeper,
];

function createUpkeep(parts: AllParts) {
  const { bus, seasons, leaderboard, trading, sessions, marks, links, contact, log } = parts;
  const watches = watchesOf(parts);
  let hourly: ReturnType<typeof setInterval> | undefined;
  let minutely: ReturnType<typeof setInterval> | undefined;

  /**
   * Carries out due account deletions, removes idle guests, ends expired suspensions, and cancels opening orders of
   * suspended traders.
   */
  async function settleAccounts(): Promise<void> {
    await parts.leaving.carryOut();
    await parts.guests.removeIdle();
    await parts.reports.settle();
  }

  /** The hourly tasks, mostly deletions of expired rows (docs/operations.md). Two processes may run a task at once. */
  const tasks: Record<string, () => Promise<unknown>> = {
    answers: trading.forgetAnswers,
    sessions: sessions.forget,
    marks: marks.forget,
    limits: () => forgetLimits(parts.sql, new Date()),
    links: links.forget,
    messages: contact.forget,
    notifications: () => forgetNotifications(parts.sql, new Date(parts.databaseClock.now())),
    prizes: parts.claims.lapse,
    claims: parts.claims.erase,
    recordings: parts.recordings.erase,
    accounts: settleAccounts,
    delistings: parts.lookForDelistings,
  };

  /** Runs all hourly tasks. An error in one does not stop the others. */
  async function tidy(): Promise<void> {
    for (const [what, remove] of Object.entries(tasks))
      await remove().catch((err: unknown) =>
        log.warn({ err, what }, 'what is past its time was not removed'),
      );
  }

  return {
    tidy,
    async start(): Promise<void> {
      await bus.start();
      await seasons.begin();
      for (const watch of watches) watch.begin();
      parts.chain.begin();
      parts.orderEngine.begin();
      parts.notificationMail.begin();
      parts.reminders.begin();
      await parts.discordPosts.begin();
      await leaderboard.begin(trading.forceCovers);
      hourly = setInterval(() => void tidy(), HOUR_MS).unref();
      minutely = setInterval(() => {
        settleAccounts().catch((err) => log.warn({ err }, 'accounts could not be settled'));
        parts.numbers.closeDays().catch((err) => log.warn({ err }, 'the numbers of a day were not stored'));
      }, MINUTE_MS).unref();
    },
    /** The caller stops database and market. */
    async stop(): Promise<void> {
      clearInterval(hourly);
      clearInterval(minutely);
      parts.metrics.stop();
      parts.securityLog.stop();
      parts.demo.stop();
      await parts.orderEngine.stop();
      await parts.chain.stop();
      parts.hub.stop();
      for (const watch of watches) watch.stop();
      leaderboard.stop();
      seasons.stop();
      parts.reminders.stop();
      await parts.discordPosts.stop();
      await parts.notificationMail.stop();
      await parts.mail.stop();
      await parts.counts.stop();
      await contact.stopSending();
      await bus.stop();
    },
  };
}

const createStaffWork = (
  deps: Parameters<typeof createContact>[0] & Parameters<typeof createReports>[0],
) => ({ contact: createContact(deps), reports: createReports(deps) });

const createRemovals = (deps: Parameters<typeof createLeaving>[0] & Parameters<typeof createGuests>[0]) => ({
  leaving: createLeaving(deps),
  guests: createGuests(deps),
});

const createPracticeParts = (
  deps: Parameters<typeof createPractice>[0] &
    Parameters<typeof createPracticeMargin>[0] &
    Parameters<typeof createPracticeSamples>[0],
) => ({
  practice: createPractice(deps),
  practiceMargin: createPracticeMargin(deps),
  practiceSamples: createPracticeSamples(deps),
});

function createPrizeParts(deps: DecisionDeps & ClaimDeps) {
  const decisions = createDecisions(deps);
  return { decisions, claims: createClaims(deps, decisions) };
}

type AccountDeps = Omit<Base, 'market'> & {
  bus: Bus;
  say: SayText;
  addresses: Addresses;
  limits: RateLimits;
};

function createAccountParts(deps: AccountDeps) {
  const { sql, bus, settings } = deps;
  const mail = createMail(deps);
  const marks = createMarks(deps);
  const onEnd = (session: string) => bus.publish({ type: 'signedOut', session });
  const sessions = createSessions({ ...deps, onEnd, marks });
  const guesses = createGuesses({ settings, counter: forAllProcesses(sql) });
  const proofs = createProofs({ ...deps, sessions, guesses });
  const parts = {
    devices: createDevices(deps),
    marks,
    names: createNames(deps),
    sessions,
    accounts: createAccounts({ ...deps, sessions }),
    joinLinks: createJoinLinks(deps),
    membership: createMembership(deps),
    counts: createCounts(deps),
    securityLog: createSecurityLog(deps),
    mail,
    notifyOwner: createNotifyOwner({ sql, bus, mail }),
    proofs,
    links: createMailedLinks(deps),
  };
  const all = { ...deps, ...parts, guesses, tell: parts.notifyOwner };
  const secondFactor = createSecondFactor({ ...all, codes: createRecoveryCodes(deps, 'factor_codes') });
  return {
    ...parts,
    dataExport: createDataExport(all),
    notificationMail: createNotificationMail(all),
    secondFactor,
    signIn: createSignIn({ ...all, secondFactor }),
    recovery: createRecovery({ ...all, codes: createRecoveryCodes(deps) }),
  };
}

function createOrderParts(deps: {
  sql: Sql;
  market: Market;
  clock: Clock;
  settings: Pick<Settings, 'quoteMaxAgeMs'>;
  bus: Bus;
  priceCheck: PriceCheck;
  log: Log;
  checkMargin: Trading['checkMargin'];
}) {
  const { sql, market, bus } = deps;
  const queue = createQueue<number>();
  const observer = market.path ? null : createObserver(deps);
  const dayVolumes = new DayVolumes({ sql, market });
  const settlement = new Settlement({ sql, market, bus, observer, dayVolumes });
  return {
    /** Runs the changes of a trader's accounts one after another in this process. */
    queue,
    settlement,
    dayVolumes,
    orderAdjustments: createOrderAdjustments({ settlement, market, bus, observer }),
    symbolAdjustments: createSymbolAdjustments({ settlement, observer }),
    orders: new OrderService({ ...deps, queue, settlement, dayVolumes }),
    orderEngine: new OrderEngine({ ...deps, queue, settlement, observer }),
  };
}

type OperationsDeps = Omit<Parameters<typeof createHealth>[0], 'drain' | 'dataFolder'> &
  Parameters<typeof createMetrics>[1] & { meters: Meters; settings: Settings };

function createOperations(parts: OperationsDeps) {
  const { settings } = parts;
  const drain = createDrain(settings);
  const dataFolder = settings.databaseUrl ? null : settings.dataDir;
  return {
    drain,
    health: createHealth({ ...parts, drain, dataFolder }),
    metrics: createMetrics(parts.meters, parts),
  };
}
