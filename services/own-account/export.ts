import type { SessionUser } from '#core/account/visitor.ts';
import type { Sql } from '#db/client.ts';
import {
  claimExport,
  exportAccount,
  exportLong,
  exportShort,
  LONG_PARTS,
  SHORT_PARTS,
} from '#db/queries/account/export.ts';
import type { Translate } from '#framework/page.tsx';
import type { Proofs } from '../account/proofs.ts';
import type { Clock } from '../platform/clock.ts';
import { tooMany } from '../platform/rate-limit.ts';

export function createDataExport({ sql, clock, proofs }: { sql: Sql; clock: Clock; proofs: Proofs }) {
  return {
    /**
     * Returns the file, at most once an hour.
     * @param t translates the description of each part @throws PROOF_NEEDED, TOO_MANY
     */
    async file(request: Request, user: SessionUser, t: Translate): Promise<Response> {
      await proofs.demand(request);
      const wait = await claimExport(sql, user.id, clock.now());
      if (wait > 0) throw tooMany(wait * 1000);
      const text = parts(sql, user.id, t);
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { value, done } = await text.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        },
        async cancel() {
          await text.return(undefined);
        },
      });
      return new Response(body, {
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="paperpit-my-data.json"',
          'cache-control': 'private, no-store, no-transform',
        },
      });
    },
  };
}

async function* parts(sql: Sql, userId: number, t: Translate): AsyncGenerator<string, void> {
  const names = ['account', ...SHORT_PARTS, ...LONG_PARTS] as const;
  const readme = Object.fromEntries(names.map((name) => [name, t(`export:${name}`)]));
  yield `{"README":${JSON.stringify(readme)},\n"account":${await exportAccount(sql, userId)}`;
  for (const part of SHORT_PARTS)
    yield `,\n"${part}":[${(await exportShort(sql, part, userId)).join(',\n')}]`;
  for (const part of LONG_PARTS) {
    yield `,\n"${part}":[`;
    let separator = '';
    for await (const rows of exportLong(sql, part, userId)) {
      yield separator + rows.join(',\n');
      separator = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}
