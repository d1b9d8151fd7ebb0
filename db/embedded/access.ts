/**
 * Lets some accounts of the operating system connect to the server over a private socket. The kernel authenticates
 * them, so there is no password.
 */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect, type Target } from '../client.ts';
import { LOCKS } from '../locks.ts';
import { peers, type SystemAccount } from './account.ts';
import type { DatabasePlace } from './place.ts';
import { privateFolder, writeWhole } from './private.ts';

/** Created by initdb, for set-up and tests only. */
const SUPERUSER = 'postgres';
/** Owns the database and everything in it, and has no other rights. */
const ROLE = 'paperpit';
const DATABASE = 'postgres';

const HEAD = '# Written by Paperpit whenever it starts this server.';

export const INITDB_ACCESS = ['-U', SUPERUSER, '-A', 'peer'];

export const superuserAt = (socket: string) => ({ path: socket, user: SUPERUSER, database: DATABASE });
export const roleAt = (socket: string) => ({ path: socket, user: ROLE, database: DATABASE });

/** Replaces the cluster's access rules, which the server reads at its start. */
export function writeAccess({ data, account }: DatabasePlace) {
  const map = peers(account).flatMap((name) =>
    [SUPERUSER, ROLE].map((role) => `paperpit ${quoted(name)} ${role}`),
  );
  writeWhole(join(data, 'pg_hba.conf'), `${HEAD}\nlocal all all peer map=paperpit\n`, 0o600, account);
  writeWhole(join(data, 'pg_ident.conf'), `${HEAD}\n${map.join('\n')}\n`, 0o600, account);
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Creates the role and gives it the superuser's database objects. Repeated calls change nothing. */
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
  perform pg_advisory_xact_lock(${LOCKS.embeddedRole});
  if to_regrole('${ROLE}') is null then create role ${ROLE} login; end if;
  for command in
    select format('alter database %I owner to ${ROLE}', datname) from pg_database
      where datname = current_database() and datdba <> to_regrole('${ROLE}')
    union all
    -- a table's new owner also gets the sequences of its columns
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

export const PORT = '5432';

/** Contains the socket folders of servers that root starts. Only root may create folders in it. */
const ROOT_RUN = '/run/paperpit';

export const socketIn = (folder: string) => join(folder, `.s.PGSQL.${PORT}`);

/**
 * Returns the socket folder of the database of `place`; creates it if necessary. A file beside the database stores the
 * folder's random name, so that a process that waits for a restart finds the same socket. A copy of the database gets
 * another folder.
 * @param preference the previous folder, for a process that reconnects
 */
export function socketFolder(place: DatabasePlace, preference: string | undefined): string {
  const noted = preference ?? readNote(place);
  if (noted !== undefined && usable(noted, place.account, preference !== undefined)) return noted;
  const base = process.getuid?.() === 0 ? rootRun() : tmpdir();
  const folder = mkdtempSync(join(base, 'paperpit-'));
  privateFolder(folder, place.account);
  writeWhole(noteFile(place), `${folder}\n${identityOf(place)}\n`, 0o644);
  return folder;
}

/** True when this process can claim the folder. @throws instead of returning false when `strict` */
function usable(folder: string, account: SystemAccount | undefined, strict: boolean): boolean {
  try {
    if (dirname(folder) === ROOT_RUN) rootRun();
    privateFolder(folder, account);
    return true;
  } catch (error) {
    if (strict) throw error;
    return false;
  }
}

const noteFile = ({ data }: DatabasePlace) => `${data}.socket`;

function readNote(place: DatabasePlace): string | undefined {
  try {
    const [folder, identity] = readFileSync(noteFile(place), 'utf8').split('\n');
    return identity === identityOf(place) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the device and inode of the database's folder. A moved folder keeps both; a copy has another inode. */
function identityOf({ data }: DatabasePlace): string {
  const { dev, ino } = statSync(data);
  return `${dev}:${ino}`;
}

function rootRun(): string {
  mkdirSync(ROOT_RUN, { recursive: true });
  const stat = lstatSync(ROOT_RUN);
  if (!stat.isDirectory() || stat.uid !== 0) throw new Error(`${ROOT_RUN} is not a folder of root's.`);
  chmodSync(ROOT_RUN, 0o755);
  return ROOT_RUN;
}

/** Removes the folder unless it is in use. The next start creates it again. */
export function leaveSocketFolder(folder: string) {
  try {
    rmdirSync(folder);
  } catch {
    // not empty: another process has taken over
  }
}
