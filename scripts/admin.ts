/** `npm run admin -- NAME`: makes NAME an admin with a new password. `--trader`: a new password, no rights. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#db/open.ts';
import { isFailure, textsOf } from '#framework/failure.ts';
import { loadTranslations } from '#framework/locale/i18n.ts';
import { createAccounts } from '#services/account/accounts.ts';
import { createSessions } from '#services/account/sessions.ts';
import { systemClock } from '#services/platform/clock.ts';
import { randomPassword } from '#services/platform/first-run.ts';
import { languages } from '#services/platform/languages.ts';
import { createLog } from '#services/platform/log.ts';
import { createSay } from '#services/platform/say.ts';
import { loadSettings } from '#services/platform/settings.ts';
import { createBus } from '#services/realtime/bus.ts';

const USAGE = 'npm run admin -- NAME             makes NAME an admin and sets a new password\n'.concat(
  'npm run admin -- NAME --trader    sets a new password only',
);

/** @returns the sentence to print @throws AppError, SettingsError, Error with a sentence */
async function run(username: string, trader: boolean): Promise<string> {
  const settings = loadSettings();
  const database = await openDatabase(settings, { create: false });
  try {
    const { sql } = database;
    const bus = createBus({ sql, log: createLog(settings), redisUrl: settings.redisUrl });
    await bus.start();
    const onEnd = (session: string) => bus.publish({ type: 'signedOut', session });
    // nobody comes in here
    const marks = { of: () => Promise.reject(new Error('there is no browser')) };
    const sessions = createSessions({ sql, clock: systemClock, settings, onEnd, marks });
    const accounts = createAccounts({ sql, sessions });
    const password = randomPassword();
    const user = trader
      ? await accounts.setPassword({ username, password })
      : await accounts.makeAdmin({ username, password });
    await bus.stop();
    if (!user) throw new Error(`There is no trader ${username}.`);
    return `${user.username} is ${user.isAdmin ? 'an admin' : 'a trader'}. Their new password is ${password}`;
  } finally {
    await database.close();
  }
}

const { values, positionals } = parseArgs({
  options: { trader: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (positionals.length !== 1) {
  console.error(USAGE);
  process.exit(2);
}
try {
  console.log(await run(positionals[0]!, values.trader));
  process.exit(0);
} catch (error) {
  if (isFailure(error)) {
    const say = createSay(loadTranslations(join(import.meta.dir, '../locales'), languages));
    console.error(say(textsOf(error), languages.fallback));
  } else console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
