/** The address in a mailed announcement that ends such mails, without signing in (RFC 8058). */
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { endMails } from '#db/queries/account/notifications.ts';
import { createSigner } from '#framework/http/signing.ts';

const PURPOSE = 'paperpit unsubscribe';

/** Creates the addresses. @param secret of the installation */
export function unsubscribeLinks(secret: Uint8Array, publicUrl: string) {
  const signer = createSigner(secret, PURPOSE);
  return { linkFor: (userId: number) => `${publicUrl}/api/unsubscribe/${signer.sign(String(userId))}` };
}

/** Ends the mails about Season news for the person of a token. @throws NOT_FOUND */
export async function unsubscribe(
  { sql, secret }: { sql: Sql; secret: Uint8Array },
  token: string,
): Promise<void> {
  const userId = createSigner(secret, PURPOSE).open(token);
  if (userId === null) throw fail('NOT_FOUND');
  await endMails(sql, Number(userId), 'announcement');
}
