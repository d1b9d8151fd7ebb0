import { newNameProblem } from '#core/account/reserved-names.ts';
import { normalizeUsername, usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { issueAt } from '#core/refusals/issues.ts';
import { fail, invalidInput } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { changeName, formerNames, isNameHeld, nameChanges } from '#db/queries/account/users.ts';
import { nameTaken } from '../account/accounts.ts';
import type { Clock } from '../platform/clock.ts';

const DAY_MS = 86_400_000;
const PAUSE_MS = 30 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;
const MOST_A_YEAR = 3;

/** Returns when the next change is allowed, epoch ms; 0 without earlier changes. @param changes newest first */
export function nextNameChange(changes: readonly { at: Date }[]): number {
  const [last] = changes;
  const third = changes[MOST_A_YEAR - 1];
  return Math.max(last ? last.at.getTime() + PAUSE_MS : 0, third ? third.at.getTime() + YEAR_MS : 0);
}

export function createNames({ sql, clock }: { sql: Sql; clock: Clock }) {
  return {
    /** @throws INVALID, USERNAME_TAKEN, NAME_TOO_SOON */
    async change(user: SessionUser, username: string): Promise<void> {
      const problem = newNameProblem(username);
      if (problem) throw invalidInput([issueAt('username', problem)]);
      const name = { username: normalizeUsername(username), usernameKey: usernameKey(username) };
      const write = sql.begin(async (tx) => {
        const changes = await nameChanges(tx, user.id);
        const next = nextNameChange(changes);
        // a trader whom an admin told to change the name need not wait
        if (!changes[0]?.isForced && next > clock.now())
          throw fail('NAME_TOO_SOON', { params: { at: new Date(next).toISOString() } });
        if (await isNameHeld(tx, name.usernameKey, user.id)) throw nameTaken();
        await changeName(tx, user.id, name);
      });
      await write.catch((error: unknown) => {
        throw isUniqueViolation(error) ? nameTaken() : error;
      });
    },

    /** Returns when a person may change the name, epoch ms; a time in the past means now. */
    nextChange: async (userId: number) =>
      nextNameChange((await formerNames(sql, [userId])).map(({ changedAt }) => ({ at: changedAt }))),
  };
}
