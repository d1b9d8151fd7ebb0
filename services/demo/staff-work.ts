/** Work for the demo's staff: prizes of the finished season, a report, a message, and a moderator. */
import type { SessionUser } from '#core/account/visitor.ts';
import type { Sql } from '#db/client.ts';
import { seasonAwards } from '#db/queries/season/awards.ts';
import { allSeasons, seasonByNumber } from '#db/queries/season/seasons.ts';
import { simulatedTraders } from '#db/seed.ts';
import { giveRole } from '../account/roles.ts';
import type { createContact } from '../contact/contact.ts';
import type { LeaderboardService } from '../leaderboard/leaderboard.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import { createClaims } from '../prizes/claims.ts';
import { createDecisions } from '../prizes/decisions.ts';
import type { Bus } from '../realtime/bus.ts';
import type { createReports } from '../reports/reports.ts';
import type { Seasons } from '../season/seasons.ts';

const HOUR_MS = 3_600_000;
/** Hours from the season's end. */
const HOURS = { confirmed: 20, claimed: 26, paid: 44 };
const POOL = { prizePool: '2500', prizeSplit: [50, 30, 20] };

export type StaffDeps = {
  sql: Sql;
  bus: Bus;
  databaseClock: Clock;
  settings: Settings;
  seasons: Seasons;
  leaderboard: LeaderboardService;
  reports: Pick<ReturnType<typeof createReports>, 'add'>;
  contact: Pick<ReturnType<typeof createContact>, 'take'>;
};

export async function setPrizes({ seasons }: Pick<StaffDeps, 'seasons'>, adminId: number): Promise<void> {
  await seasons.update(POOL, adminId);
}

/**
 * Confirms the winners of the finished season. The first prize is paid, the second claimed, the third offered. Does
 * nothing for a practice season.
 * @param endedAt epoch ms
 */
export async function settlePrizes(
  { sql, settings, bus, seasons, leaderboard }: StaffDeps,
  adminId: number,
  endedAt: number,
): Promise<void> {
  const number = (await allSeasons(sql)).find((season) => season.endedAt !== null)!.number;
  const { id } = (await seasonByNumber(sql, number))!;
  if ((await seasonAwards(sql, id)).length === 0) return;
  let now = endedAt;
  const clock = { now: () => now };
  const after = (hours: number) => {
    now = endedAt + hours * HOUR_MS;
  };
  const decisions = createDecisions({ sql, clock, bus, seasons, leaderboard });
  const claims = createClaims({ sql, clock, settings }, decisions);
  after(HOURS.confirmed);
  await decisions.confirm({ season: number }, adminId);
  const [first, second] = await seasonAwards(sql, id);
  after(HOURS.claimed);
  for (const [award, claim] of [
    [first, { legalName: 'Noa Levi', contact: 'noa.levi@mail.example', payment: 'Bank transfer' }],
    [second, { legalName: 'Omer Cohen', contact: '050-0000000', payment: 'Bit' }],
  ] as const) {
    if (!award) return;
    const { userId, username } = award;
    await claims.claim({ id: userId, username, isAdmin: false, locale: null }, number, {
      ...claim,
      isAdult: true,
    });
  }
  after(HOURS.paid);
  await decisions.pay({ season: number, username: first!.username, note: 'Bank transfer' }, adminId);
}

export async function leaveWork(
  parts: Pick<StaffDeps, 'sql' | 'bus' | 'databaseClock' | 'reports' | 'contact'>,
  admin: SessionUser,
  moderator: string,
): Promise<void> {
  await giveRole(parts, admin, {
    username: moderator,
    role: 'moderator',
    reason: 'Answers messages and looks at reports',
  });
  const [reported, reporter] = await simulatedTraders(parts.sql);
  if (reported && reporter)
    await parts.reports.add(
      { ...reporter, isAdmin: false, locale: null },
      {
        username: reported.username,
        reason: 'cheating',
        message: 'Two of these accounts open the same positions within a minute.',
      },
    );
  await parts.contact.take(
    {
      purpose: 'public',
      name: 'Dana Mizrahi',
      email: 'dana.mizrahi@mail.example',
      phone: '050-0000000',
      subject: 'A class of 24',
      message: 'We are a class of 24 with one internet address. Can all of us join the season today?',
    },
    null,
    'en',
  );
}
