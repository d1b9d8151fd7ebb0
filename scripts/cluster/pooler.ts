/** What a pooler that gives a connection for one transaction must not lose. */
import { connect, type Queryable } from '#db/client.ts';
import type { Case } from './cases.ts';

const CALLERS = 32;
const ROUNDS = 20;

/** More callers than connections: no statement is asked of a connection that the pooler is about to take back. */
export const pooler: Case = async ({ databases }, findings) => {
  const sql = connect(databases.bouncer.url, { isPooled: true, name: 'cluster' });
  let answered = 0;
  let lost = 0;
  const caller = async (n: number) => {
    for (let round = 0; round < ROUNDS; round++) {
      const atOnce = (own: Queryable) =>
        Promise.all([
          own`select ${n}::integer as n`,
          own`select ${round}::integer as n, repeat('x', 300) as text from generate_series(1, 300)`,
          own`select repeat('x', 300) as text from generate_series(1, 300)`,
        ]);
      try {
        await sql.begin(atOnce);
        await atOnce(sql);
        answered += 6;
      } catch {
        lost += 1;
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => caller(n)));
  await sql.end();
  findings.add(
    `${CALLERS} callers on 10 connections of the pooler: statements lost`,
    `${lost} of ${answered + lost}`,
    lost === 0,
  );
};
