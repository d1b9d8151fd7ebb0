/** The one place where the parts are put together. Each is built by a plain `createX(deps)` of its own file. */

import { join } from 'node:path';
import type { Sql } from '#db/client.ts';
import { createAddresses } from '#framework/http/address.ts';
import { loadTranslations } from '#framework/locale/i18n.ts';
import type { Market } from '#market/market.ts';
import { createAccounts } from './account/accounts.ts';
import { createDevices } from './account/devices.ts';
import { createDiscord } from './account/discord/client.ts';
import { createGuesses } from './account/guesses.ts';
import { createMarks } from './account/marks.ts';
import { createSessions } from './account/sessions.ts';
import { createSignIn } from './account/sign-in.ts';
import { createContact } from './contact/contact.ts';
import { createDemo } from './demo/demo.ts';
import { createEquity } from './leaderboard/equity.ts';
import { createLeaderboard } from './leaderboard/leaderboard.ts';
import { createPriceCheck } from './market-split/price-check.ts';
import { createSplits } from './market-split/splits.ts';
import { createOrderParts } from './orders/parts.ts';
import type { OrderSteps } from './orders/steps.ts';
import type { Clock } from './platform/clock.ts';
import { languages } from './platform/languages.ts';
import type { Log } from './platform/log.ts';
import { createMail } from './platform/mail.ts';
import { createRateLimits } from './platform/rate-limit.ts';
import { createSay } from './platform/say.ts';
import { createSecurityLog } from './platform/security-log.ts';
import type { Settings } from './platform/settings.ts';
import { createBus } from './realtime/bus.ts';
import { createHub } from './realtime/hub.ts';
import { createSeasons } from './season/seasons.ts';
import { createShop } from './shop/shop.ts';
import { createTrading } from './trading/trading.ts';

const HOUR_MS = 3_600_000;

/** What the parts stand on. */
export type Base = {
  settings: Settings;
  sql: Sql;
  market: Market;
  clock: Clock;
  log: Log;
  /** 32 random bytes of this installation; keys for a purpose come from it (signing.ts). */
  secret: Uint8Array;
};

export type Services = ReturnType<typeof createServices>;

/** All parts, and how to set them in motion and to stop them. */
export function createServices(base: Base) {
  const parts = createParts(base);
  return { ...parts, ...createUpkeep(parts) };
}

function createParts(base: Base) {
  const { settings, sql, market, clock, log, secret } = base;
  const translations = loadTranslations(join(import.meta.dir, '../locales'), languages);
  const say = createSay(translations);
  const bus = createBus({ sql, log, redisUrl: settings.redisUrl });
  const limits = createRateLimits(settings);
  const addresses = createAddresses(settings);
  const devices = createDevices({ secret, settings });
  const guesses = createGuesses({ settings });
  const onEnd = (session: string) => bus.publish({ type: 'signedOut', session });
  const marks = createMarks({ sql, clock, secret, addresses });
  const sessions = createSessions({ sql, clock, settings, onEnd, marks });
  const accounts = createAccounts({ sql, sessions });
  const securityLog = createSecurityLog({ log, clock, secret, addresses });
  const signIn = createSignIn({ accounts, addresses, devices, guesses, limits, securityLog, sessions });
  const onSeedPeriods: Market['setSeedPeriods'] = (seedPeriods) => market.setSeedPeriods?.(seedPeriods);
  const onSeasonEnd: OrderSteps['endSeason'] = (tx, id, at) => orderSteps.endSeason(tx, id, at);
  const onSplit: OrderSteps['split'] = (tx, id, split) => orderSteps.split(tx, id, split);
  const seasons = createSeasons({ sql, market, bus, clock, log, settings, onSeedPeriods, onSeasonEnd });
  const splits = createSplits({ sql, market, seasons, bus, log, onSplit });
  const priceCheck = createPriceCheck({ sql, market, splits, seasons, log });
  const leaderboard = createLeaderboard({ sql, market, seasons, bus, clock, log, priceCheck });
  const equity = createEquity({ sql, clock, seasons, leaderboard });
  const orderParts = createOrderParts({ sql, market, clock, settings, bus, priceCheck, log });
  const { orders, orderEngine, orderSteps, queue, desk } = orderParts;
  const trading = createTrading({ sql, market, clock, settings, bus, priceCheck, queue, desk });
  const hub = createHub({ market, bus, seasons, liveSessions: sessions.live, say, clock, log });
  leaderboard.onTable(hub.announceTable);
  const shop = createShop({ sql, clock, bus });
  const demo = createDemo({ sql, market, trading, orders, seasons, leaderboard, shop, log });
  const discord = createDiscord(settings);
  const contact = createContact({ sql, mail: createMail({ settings, log }) });

  return {
    ...base,
    translations,
    say,
    bus,
    limits,
    addresses,
    devices,
    marks,
    sessions,
    accounts,
    signIn,
    securityLog,
    seasons,
    leaderboard,
    splits,
    priceCheck,
    equity,
    trading,
    orders,
    orderEngine,
    hub,
    demo,
    contact,
    discord,
    shop,
  };
}

function createUpkeep(parts: ReturnType<typeof createParts>) {
  const { bus, seasons, splits, leaderboard, trading, sessions, marks, log } = parts;
  let hourly: ReturnType<typeof setInterval> | undefined;

  /** Removes what is stored for a time only. */
  async function tidy(): Promise<void> {
    await trading.forgetAnswers();
    await sessions.forget();
    await marks.forget();
  }

  return {
    tidy,
    /** Sets the parts in motion that work by themselves. */
    async start(): Promise<void> {
      await bus.start();
      await seasons.begin();
      splits.begin();
      parts.orderEngine.begin();
      await leaderboard.begin(trading.forceCovers);
      hourly = setInterval(() => {
        tidy().catch((err) => log.warn({ err }, 'what is past its time was not removed'));
      }, HOUR_MS);
      hourly.unref();
    },
    /** Stops them; the database and the market are their owner's. */
    async stop(): Promise<void> {
      clearInterval(hourly);
      parts.securityLog.stop();
      parts.demo.stop();
      await parts.orderEngine.stop();
      parts.hub.stop();
      splits.stop();
      leaderboard.stop();
      seasons.stop();
      await parts.contact.stop();
      await bus.stop();
    },
  };
}
