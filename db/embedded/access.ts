/** Who may speak to the server: accounts of this machine known by the kernel, over the socket, and no password. */
import { join } from 'node:path';
import { connect, type Target } from '../client.ts';
import { peers } from './account.ts';
import type { DatabasePlace } from './place.ts';
import { writeWhole } from './private.ts';

/** Made by initdb; used to mend the cluster, not by Paperpit's work. */
const SUPERUSER = 'postgres';
/** Owns the database and all in it, and has no further rights. */
const ROLE = 'paperpit';
const DATABASE = 'postgres';

const HEAD = '# Written by Paperpit whenever it starts this server.';

export const INITDB_ACCESS = ['-U', SUPERUSER, '-A', 'peer'];

export const superuserAt = (socket: string) => ({ path: socket, user: SUPERUSER, database: DATABASE });
export const roleAt = (socket: string) => ({ path: socket, user: ROLE, database: DATABASE });

/** Puts the rules of access in the place of whatever rules the cluster was made with; read when the server starts. */
export function writeAccess({ data, account }: DatabasePlace) {
  const map = peers(account).flatMap((name) =>
    [SUPERUSER, ROLE].map((role) => `paperpit ${quoted(name)} ${role}`),
  );
  writeWhole(join(data, 'pg_hba.conf'), `${HEAD}\nlocal all all peer map=paperpit\n`, 0o600, account);
  writeWhole(join(data, 'pg_ident.conf'), `${HEAD}\n${map.join('\n')}\n`, 0o600, account);
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Makes the role and gives it what the cluster's first user owned before there was one; nothing to do later. */
export async function ensureRole(superuser: Target) {
  const sql = connect(superuser, { max: 1, name: 'paperpit set-up', statementTimeout: 0, lockTimeout: 0 });
  try {
    await sql.unsafe(OWNERSHIP);
  } finally {
    await sql.end({ timeout: 0 });
  }
}

const OWNERSHIP = `do $$
declare command text;
begin
  perform pg_advisory_xact_lock(7231114006);
  if to_regrole('${ROLE}') is null then create role ${ROLE} login; end if;
  for command in
    select format('alter database %I owner to ${ROLE}', datname) from pg_database
      where datname = current_database() and datdba <> to_regrole('${ROLE}')
    union all
    -- a table takes the sequences of its columns along
    select format('alter table %s owner to ${ROLE}', oid::regclass) from pg_class c
      where relnamespace = to_regnamespace('public') and relowner <> to_regrole('${ROLE}')
        and (relkind in ('r', 'p', 'v', 'm') or relkind = 'S' and not exists
          (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i')))
    union all
    select format('alter routine %s owner to ${ROLE}', oid::regprocedure) from pg_proc
      where pronamespace = to_regnamespace('public') and proowner <> to_regrole('${ROLE}')
    union all
    select format('alter type %s owner to ${ROLE}', oid::regtype) from pg_type
      where typnamespace = to_regnamespace('public') and typowner <> to_regrole('${ROLE}')
        and typtype in ('d', 'e', 'r')
  loop execute command; end loop;
end $$`;
