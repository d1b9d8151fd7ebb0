/** Reports by traders about other traders, and the staff's measures. */
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { Measure } from '#core/contract/safety.ts';
import { AppError, fail } from '#core/refusals/refusals.ts';
import type { Sql, Transaction } from '#db/client.ts';
import * as rows from '#db/queries/account/reports.ts';
import { formerNames } from '#db/queries/account/users.ts';
import { findTrader } from '#db/queries/leaderboard/traders.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import { storeAnswer } from '#db/queries/platform/requests.ts';
import { storeNotices } from '../account/notifications.ts';
import { demandPower } from '../account/roles.ts';
import type { OrderService } from '../orders/change-orders.ts';
import type { Clock } from '../platform/clock.ts';
import { tryEach } from '../platform/concurrency.ts';
import { createAnswers, type Once, type UsedKey } from '../platform/idempotency.ts';
import type { Log } from '../platform/log.ts';
import { tooMany } from '../platform/rate-limit.ts';
import type { Bus, Notice } from '../realtime/bus.ts';

const MOST_A_DAY = 5;
const DAY_MS = 86_400_000;
const DAYS = { suspend_1: 1, suspend_7: 7, suspend_30: 30 } as const;
const LISTED = 50;

type Report = { username: string; reason: rows.ReportReason; message: string };
type Ruling = { username: string; action: Measure; reason: string };

type Deps = {
  sql: Sql;
  clock: Clock;
  bus: Bus;
  orders: Pick<OrderService, 'suspend'>;
  log: Pick<Log, 'warn'>;
};

const lookedNotice = (userId: number): Notice => ({
  type: 'notice',
  userId,
  topic: 'report',
  kind: 'success',
  title: { key: 'reports:title' },
  message: { key: 'reports:looked' },
});

function measureNotice(userId: number, { action, reason }: Ruling): Notice {
  const key = action in DAYS ? 'suspend' : (action as Exclude<Measure, keyof typeof DAYS | 'dismiss'>);
  const message = { key: `messages:measure.${key}`, params: { why: reason } } as const;
  const kind = action === 'lift' ? 'success' : 'error';
  return { type: 'notice', topic: 'measure', kind, userId, title: { key: 'messages:measureTitle' }, message };
}

/**
 * @param now epoch ms
 * @returns when a suspension for a number of days ends, epoch ms; null for other measures
 */
async function apply(
  tx: Transaction,
  userId: number,
  { action, reason }: Ruling,
  now: number,
): Promise<number | null> {
  if (action === 'new_name') await rows.setNameFault(tx, userId, reason);
  if (action === 'ban') await rows.setSuspension(tx, userId, { until: 'infinity', reason });
  if (action === 'lift') {
    await rows.setSuspension(tx, userId, null);
    await rows.setNameFault(tx, userId, null);
  }
  if (!(action in DAYS)) return null;
  const until = now + DAYS[action as keyof typeof DAYS] * DAY_MS;
  await rows.setSuspension(tx, userId, { until, reason });
  return until;
}

export function createReports({ sql, clock, bus, orders, log }: Deps) {
  /** Cancels the opening orders of suspended traders. Skips games that are over, because their end cancels all orders. */
  async function suspendOrders(): Promise<void> {
    await tryEach(await rows.suspendedWhoWait(sql, clock.now()), (account) =>
      orders.suspend(account).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      }),
    );
  }

  async function carryOut(admin: SessionUser, taken: Ruling, used: UsedKey | null): Promise<null> {
    const target = await findTrader(sql, usernameKey(taken.username), { isForStaff: true });
    if (!target) throw fail('UNKNOWN_TRADER');
    await demandPower(sql, admin, target.id);
    if (target.isAdmin) throw fail('FORBIDDEN.admin');
    const { id: userId, username } = target;
    const now = clock.now();
    const { action, reason } = taken;
    const notices = await sql.begin(async (tx) => {
      if (used) await storeAnswer(tx, admin.id, { ...used, response: 'null', at: new Date(now) });
      const until = await apply(tx, userId, taken, now);
      const stored = action in DAYS ? 'suspend' : action;
      await rows.insertMeasure(tx, { userId, adminId: admin.id, action: stored, reason, until, now });
      const after = { username, action, reason };
      await writeAudit(tx, { userId: admin.id, action: 'measure', after });
      await rows.settleSuspensions(tx, now);
      const reporters = await rows.closeReports(tx, userId, admin.id, now);
      const notices = reporters.map(lookedNotice);
      if (action !== 'dismiss') notices.push(measureNotice(userId, taken));
      await storeNotices(tx, notices, new Date(now));
      return notices;
    });
    // the measure is stored: the hourly upkeep cancels orders that could not be cancelled now
    await suspendOrders().catch((err) => log.warn({ err }, 'orders of suspended traders were not cancelled'));
    for (const notice of notices) bus.publish({ ...notice, isStored: true });
    return null;
  }

  const answers = createAnswers<null>({ sql, clock });

  return {
    /** @throws UNKNOWN_TRADER, also about oneself and an admin; ALREADY_REPORTED; TOO_MANY after five in 24 hours */
    async add(user: SessionUser, { username, reason, message }: Report): Promise<void> {
      const trader = await findTrader(sql, usernameKey(username));
      if (!trader || trader.isAdmin || trader.id === user.id) throw fail('UNKNOWN_TRADER');
      const now = clock.now();
      await sql.begin(async (tx) => {
        const waitMs = await rows.reportWaitMs(tx, user.id, { now, most: MOST_A_DAY });
        if (waitMs > 0) throw tooMany(waitMs);
        const report = { reporterId: user.id, targetId: trader.id, reason, message, now };
        if (!(await rows.insertReport(tx, report))) throw fail('ALREADY_REPORTED');
      });
    },

    /**
     * Applies a measure, closes the reports of the trader, and notifies trader and reporters.
     * @param key the Idempotency-Key: a repeat with it changes nothing
     * @throws INVALID for a malformed key, IDEMPOTENCY_MISMATCH
     * @throws UNKNOWN_TRADER; FORBIDDEN about an admin, and for a moderator's measure about a moderator
     */
    async measure(admin: SessionUser, taken: Ruling, key: string | null): Promise<Once<null>> {
      return await answers.once(admin.id, key, ['measure', taken], (used) => carryOut(admin, taken, used));
    },

    /**
     * Ends expired suspensions. In the waiting or running season disqualifies suspended traders, and reinstates traders
     * whose suspension has ended. Cancels the opening orders of suspended traders in every running game.
     */
    async settle(): Promise<void> {
      await sql.begin((tx) => rows.settleSuspensions(tx, clock.now()));
      await suspendOrders();
    },

    list: () => listTraders(sql),

    /** The newest 20 measures about a person, newest first. */
    measuresOf: (userId: number) => rows.measuresOf(sql, [userId]),
  };
}

/** Lists up to LISTED traders with open reports, oldest report first, then up to 100 barred traders. Five queries in all. */
async function listTraders(sql: Sql) {
  const [reported, barred] = await Promise.all([rows.reportedTraders(sql, LISTED), rows.barredTraders(sql)]);
  const reportedIds = new Set(reported.map(({ userId }) => userId));
  const all = [
    ...reported.map(({ count, oldestAt, ...trader }) => ({ ...trader, open: { count, oldestAt } })),
    ...barred.filter(({ userId }) => !reportedIds.has(userId)).map((trader) => ({ ...trader, open: null })),
  ];
  const ids = all.map(({ userId }) => userId);
  const [reports, measures, names] = await Promise.all([
    rows.openReports(sql, ids),
    rows.measuresOf(sql, ids),
    formerNames(sql, ids),
  ]);
  return all.map((trader) => ({
    ...trader,
    reports: reports.filter(({ targetId }) => targetId === trader.userId),
    measures: measures.filter(({ userId }) => userId === trader.userId),
    formerNames: names.filter(({ userId }) => userId === trader.userId).map(({ username }) => username),
  }));
}

const OPEN = [
  ...['/api/login', '/api/logout', '/api/register', '/api/language', '/api/contact', '/api/forgot'],
  ...['/api/password', '/api/prove-password', '/api/reset-password', '/api/recover', '/api/recovery-codes'],
  ...['/api/email', '/api/sessions', '/api/account'],
];

const RENAME = '/api/account/username';

/**
 * Refuses changes by a user who is suspended, must change their name or is leaving. Such a user may read, export, use
 * the contact form and leave. Only a user who must change the name may do so.
 * @throws SUSPENDED, NEW_NAME_NEEDED, ACCOUNT_LEAVING
 */
export function demandFreedom(request: Request, user: Pick<SessionUser, 'restriction'> | null): void {
  const restriction = user?.restriction;
  if (!restriction || request.method === 'GET' || request.method === 'HEAD') return;
  const { pathname } = new URL(request.url);
  const isOpen = OPEN.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  if (pathname === RENAME ? restriction.kind === 'newName' : isOpen) return;
  if (restriction.kind === 'leaving') throw fail('ACCOUNT_LEAVING');
  const why = restriction.reason;
  if (restriction.kind === 'newName') throw fail('NEW_NAME_NEEDED', { params: { why } });
  if (restriction.until === null) throw fail('SUSPENDED', { params: { why } });
  const until = new Date(restriction.until).toISOString();
  throw fail('SUSPENDED.until', { params: { why, at: until } });
}
