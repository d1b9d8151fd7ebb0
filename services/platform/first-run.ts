/** Prepares an empty database: the first admin, and in demo mode accounts to sign in to and a season. */
import { type PracticeReason, practiceReasons } from '#core/season/terms.ts';
import { oneAtATime } from '#db/queries/platform/installation.ts';
import type { Services } from '../services.ts';

const DEMO_ADMIN = 'demo_admin';
const DEMO_MODERATOR = 'demo_helper';
const DEMO_TRADER = 'demo_trader';

type Parts = Pick<Services, 'settings' | 'accounts' | 'seasons' | 'demo' | 'log'>;

/**
 * Prepares the database. When several processes start together, the first one prepares it.
 * @returns lines for the operator. Only these lines show the passwords, because the database has hashes
 */
export function prepare(services: Parts & Pick<Services, 'sql'>): Promise<string[]> {
  return oneAtATime(services.sql, () => prepareAlone(services));
}

async function prepareAlone(services: Parts): Promise<string[]> {
  const { settings } = services;
  const lines = [...practiceLines(services), ...(await firstAdmin(services))];
  if (!settings.demo) {
    if (!(await services.accounts.hasAdmin()))
      lines.push('`npm run admin -- NAME --new` makes the first admin.');
    return lines;
  }

  return [...lines, ...(await prepareDemo(services))];
}

/** Creates the demo's accounts, and starts its season with a simulated past and work for the staff. */
async function prepareDemo({ settings, accounts, seasons, demo }: Parts): Promise<string[]> {
  const lines: string[] = [];
  const existing: string[] = [];
  const enter = async (username: string) => {
    const password = await join({ accounts }, username);
    if (password) lines.push(`Sign in as ${username} with the password ${password}`);
    else existing.push(username);
  };
  const isNew = !(await accounts.find(DEMO_TRADER));
  if (!settings.adminUsername) await enter(DEMO_ADMIN);
  if (isNew && seasons.current()?.status === 'waiting') await seasons.start(null);
  const user = await accounts.find(settings.adminUsername ?? DEMO_ADMIN);
  const admin = user?.isAdmin ? user : null;
  await demo.begin(admin);
  if (isNew) await enter(DEMO_MODERATOR);
  await enter(DEMO_TRADER);
  if (isNew && admin) await demo.leaveWork(admin, DEMO_MODERATOR);
  if (existing.length > 0) {
    lines.push(
      `The passwords of ${existing.join(' and ')} were printed once, by the process that made them;`,
      '`npm run admin -- NAME` sets a new one (with --trader for who is no admin).',
    );
  } else {
    lines.push(
      'These passwords are not shown again; `npm run admin -- NAME` sets new ones, DEMO=0 starts without them.',
    );
  }
  return lines;
}

/** Logs and returns why new seasons are practice, and whether the running season is practice for another reason. */
function practiceLines({ settings, seasons, log }: Parts): string[] {
  const next = practiceReasons(seasons.nextTerms());
  const why: Record<PracticeReason, string> = {
    seed: 'MARKET_SEED is set: whoever knows it knows the prices, so seasons are practice, not for prizes.',
    delay: `Orders fill at prices up to ${settings.quoteMaxAgeMs / 1000} s old (QUOTE_MAX_AGE_MS), so seasons are practice, not for prizes.`,
    replay: 'MARKET=replay plays history that anybody can look up, so seasons are practice, not for prizes.',
  };
  const lines = next.map((reason) => why[reason]);
  const season = seasons.current();
  if (season?.status === 'active' && seasons.practice(season).some((reason) => !next.includes(reason)))
    lines.push(`Season ${season.number} is practice, not for prizes: it was started with other settings.`);
  for (const line of lines) log.warn(line);
  return lines;
}

/** Creates the admin ADMIN_USERNAME, unless an account has this name: a trader with the name stays a trader. */
async function firstAdmin({
  settings,
  accounts,
}: Pick<Services, 'settings' | 'accounts'>): Promise<string[]> {
  const { adminUsername: username, adminPassword: password } = settings;
  if (!username || !password) return [];
  const user = await accounts.find(username);
  if (!user) await accounts.makeAdmin({ username, password });
  if (!user || user.isAdmin) return [`The admin is ${username}.`];
  return [`${username} is a trader, not an admin: \`npm run admin -- ${username}\` makes them one.`];
}

/** @returns the password; null when the account exists */
async function join({ accounts }: Pick<Services, 'accounts'>, username: string): Promise<string | null> {
  if (await accounts.find(username)) return null;
  const password = randomPassword();
  if (username === DEMO_ADMIN) await accounts.makeAdmin({ username, password });
  else await accounts.register({ username, password });
  return password;
}

/** Returns 26 letters and digits that cannot be confused, 130 random bits. */
export function randomPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789';
  return [...crypto.getRandomValues(new Uint8Array(26))].map((byte) => alphabet[byte % 32]).join('');
}
