/** An account without the Discord user that opened it. */
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { addresseeById, removeDiscord } from '#db/queries/account/recovery.ts';
import type { Proofs } from '../account/proofs.ts';
import type { Mail } from '../platform/mail.ts';

export function createDisconnection({ sql, mail, proofs }: { sql: Sql; mail: Mail; proofs: Proofs }) {
  return {
    /** Takes Discord away. @throws PROOF_NEEDED, PASSWORD_NEEDED where nothing else would let the person in */
    async disconnectDiscord(request: Request, user: SessionUser): Promise<void> {
      await proofs.demand(request);
      if (!(await removeDiscord(sql, user.id))) throw fail('PASSWORD_NEEDED');
      const person = await addresseeById(sql, user.id);
      if (person) mail.send(person, 'discordRemoved');
    },
  };
}
