/**
 * `npm run verify-season -- N`: derives every price and standing of season N again, by what is kept with it. Exits with 1
 * at a difference, with 2 when asked for no season, with 3 when it can be neither proved nor disproved.
 */
import type { Sql } from '#db/client.ts';
import { openDatabase } from '#db/open.ts';
import { loadSettings, type Settings, SettingsError } from '#services/platform/settings.ts';
import { CannotCheckError } from '#services/verify/terms.ts';
import { type Verified, verifySeason } from '#services/verify/verify.ts';

const [number, ...rest] = process.argv.slice(2);
if (!number || !/^[1-9]\d{0,8}$/.test(number) || rest.length > 0) {
  console.error('npm run verify-season -- N    where N is the number of a season');
  process.exit(2);
}

/** Everything is read as of one moment, however many trade meanwhile. */
async function verify(sql: Sql, settings: Settings, number: number): Promise<Verified> {
  return await sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;
    return await verifySeason({ sql: tx as unknown as Sql, settings }, number);
  });
}

try {
  const settings = loadSettings();
  const database = await openDatabase(settings, { create: false });
  try {
    const { market, prices, foreign, standings } = await verify(database.sql, settings, Number(number));
    if (market !== 'simulated')
      console.log(
        `Season ${number} was played on ${market} prices: no seed proves its ${foreign} prices, everything else is checked.`,
      );
    console.log(
      `Season ${number}: ${prices} prices and ${standings} standings checked, all as they should be.`,
    );
    if (market === 'simulated' && foreign > 0)
      console.log(`${foreign} trades of admins after the end were at prices that count nowhere.`);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof CannotCheckError || error instanceof SettingsError ? 3 : 1);
}
