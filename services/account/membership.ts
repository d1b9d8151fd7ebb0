/**
 * Membership of the community in Discord: a community member has one of the roles that the settings name. The server
 * stores no Discord token: it reads the roles at each sign-in by Discord, and when a trader refreshes them.
 */
import type { SessionUser } from '#core/account/visitor.ts';
import type { Sql } from '#db/client.ts';
import * as rows from '#db/queries/account/membership.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import type { Bus } from '../realtime/bus.ts';
import { DiscordError, type DiscordPerson } from './discord.ts';

const DAY_MS = 86_400_000;
/** How long a membership is valid after the roles were read, ms; AWAY_MEMBER_MS while Discord does not answer. */
const MEMBER_MS = DAY_MS;
const AWAY_MEMBER_MS = 7 * DAY_MS;

export type Membership = ReturnType<typeof createMembership>;

type Deps = { sql: Sql; clock: Clock; bus: Pick<Bus, 'publish'>; settings: Pick<Settings, 'discordGuildId'> };

export function createMembership({ sql, clock, bus, settings }: Deps) {
  const isOn = settings.discordGuildId !== undefined;

  /**
   * Stores a membership. Null (Discord did not answer) extends an earlier membership to 7 days after Discord's last
   * response.
   */
  async function note(userId: number, isMember: DiscordPerson['isMember']): Promise<void> {
    if (!isOn || isMember === undefined) return;
    const now = clock.now();
    if (isMember === null) await rows.extendMembership(sql, userId, AWAY_MEMBER_MS);
    else await rows.setMembership(sql, userId, { readAt: now, until: isMember ? now + MEMBER_MS : null });
    bus.publish({ type: 'role', userId });
  }

  return {
    /** True when the settings name a guild. */
    isOn,
    note,

    /**
     * Stores the membership of a signed-in user.
     * @throws DiscordError `other` when the account belongs to another Discord user
     */
    async refresh(user: SessionUser | null, { id, isMember }: DiscordPerson): Promise<void> {
      if (!user || (await rows.discordIdOf(sql, user.id)) !== id) throw new DiscordError('other', null);
      await note(user.id, isMember);
    },

    /** Returns when a user's membership ends; null for a user who is not a community member. */
    async until(userId: number): Promise<Date | null> {
      const until = isOn ? await rows.memberUntil(sql, userId) : null;
      return until && until.getTime() > clock.now() ? until : null;
    },

    /** Returns the ids of all community members who are not admins, unsorted. */
    list: async (): Promise<number[]> => (isOn ? await rows.listMembers(sql, new Date(clock.now())) : []),
  };
}
