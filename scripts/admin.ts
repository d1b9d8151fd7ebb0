/**
 * `npm run admin -- NAME`: makes NAME an admin with a new password and turns two-step login off. `--new` creates the
 * account; with `--trader` NAME does not become an admin.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#db/open.ts';
import { deleteFactor } from '#db/queries/account/second-factor.ts';
import { isFailure, textsOf } from '#framework/failure.ts';
import { createAddresses } from '#framework/http/address.ts';
import { loadTranslations } from '#framework/locale/i18n.ts';
import { createAccounts } from '#services/account/accounts.ts';
import { createSessions } from '#services/account/sessions.ts';
import { systemClock } from '#services/platform/clock.ts';
import { randomPassword } from '#services/platform/first-run.ts';
import { createLog } from '#services/platform/log.ts';
import { createSay, languages } from '#services/platform/say.ts';
import { loadSettings } from '#services/platform/settings.ts';
import { createBus } from '#services/realtime/bus.ts';

const USAGE = [
  'npm run admin -- NAME             makes NAME an admin, sets a new password, turns two-step login off',
  'npm run admin -- NAME --new       makes the account too',
  'npm run admin -- NAME --trader    sets a new password and turns two-step login off',
].join('\n');

/** @returns the sentence to print @throws AppError, SettingsError, Error with a sentence */
async function run(username: string, trader: boolean, isNew: boolean): Promise<string> {
  const settings = loadSettings();
  const database = await openDatabase(settings, { create: false });
  try {
    const { sql } = database;
    const bus = createBus({ sql, log: createLog(settings), ...settings });
    await bus.start();
    const onEnd = (session: string) => bus.publish({ type: 'signedOut', session });
    // The command opens no session, so it needs no browser mark.
    const marks = { of: () => Promise.reject(new Error('there is no browser')) };
    const sessions = createSessions({
      sql,
      clock: systemClock,
      settings,
      onEnd,
      marks,
      addresses: createAddresses(settings),
    });
    const accounts = createAccounts({ sql, clock: systemClock, sessions });
    const account = await accounts.find(username);
    // Without --new, a mistyped name would create an admin.
    if (!account && !isNew)
      throw new Error(
        `There is nobody called ${username}. \`npm run admin -- ${username} --new\` makes an admin of that name.`,
      );
    if (account && isNew) throw new Error(`There is somebody called ${username} already; leave --new out.`);
    const password = randomPassword();
    const user = trader
      ? await accounts.setPassword({ username, password })
      : await accounts.makeAdmin({ username, password });
    // the last admin may have lost phone and codes, and nobody else could remove the factor
    const hadFactor = user ? await sql.begin((tx) => deleteFactor(tx, user.id)) : false;
    await bus.stop();
    if (!user) throw new Error(`${username} could not be changed.`);
    const role = user.isAdmin ? 'an admin' : 'a trader';
    const off = hadFactor ? ' Their two-step login is off.' : '';
    return `${user.username} is ${role}.${off} Their new password is ${password}`;
  } finally {
    await database.close();
  }
}

const { values, positionals } = parseArgs({
  options: { trader: { type: 'boolean', default: false }, new: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (positionals.length !== 1 || (values.trader && values.new)) {
  console.error(USAGE);
  process.exit(2);
}
try {
  console.log(await run(positionals[0]!, values.trader, values.new));
  process.exit(0);
} catch (error) {
  if (isFailure(error)) {
    const say = createSay(
      loadTranslations(join(process.env.PAPERPIT_FILES ?? join(import.meta.dir, '..'), 'locales'), languages),
    );
    console.error(say(textsOf(error), languages.fallback));
  } else console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
