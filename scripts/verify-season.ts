/**
 * `npm run verify-season -- N`: derives every price and result of season N again from the database. With a league's id
 * it checks the league's private game, with `bundle FILE` a bundle, without a database. Exits with 1 at a difference or
 * an error, 2 after wrong arguments, 3 with wrong settings or when the season can be neither proved nor disproved.
 */
import { LEAGUE_ID_FORM, type LeagueGame, seasonIdOfGame } from '#core/season/game.ts';
import type { Sql } from '#db/client.ts';
import { openDatabase } from '#db/open.ts';
import type { Verification } from '#proof/season-replay.ts';
import { CannotCheckError, titleOf } from '#proof/terms.ts';
import { loadSettings, type Settings, SettingsError } from '#services/platform/settings.ts';
import { bundleFile, verifyBundle } from '#services/verify/bundle.ts';
import { verifySeason } from '#services/verify/verify.ts';

const USAGE = `npm run verify-season -- N              where N is the number of a season
npm run verify-season -- ID             where ID is the league of a private game
npm run verify-season -- bundle FILE    where FILE is the bundle of one, from /competitions/N/bundle or /api/leagues/ID/bundle`;

/** Verifies in one snapshot, so that concurrent trades do not matter. */
async function verify(sql: Sql, settings: Settings, subject: number | LeagueGame): Promise<Verification> {
  return await sql.begin('isolation level repeatable read read only', async (tx) => {
    await tx`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;
    return await verifySeason({ sql: tx as unknown as Sql, settings }, subject);
  });
}

/** Verifies a season or private game of the site's database. @returns the numbers of checked rows */
async function verifyStored(subject: number | LeagueGame): Promise<Verification> {
  const settings = loadSettings();
  const database = await openDatabase(settings, { create: false });
  try {
    return await verify(database.sql, settings, subject);
  } finally {
    await database.close();
  }
}

function report(title: string, verified: Verification): void {
  const { market, prices, foreign, standings, orders, links } = verified;
  if (market !== 'simulated')
    console.log(
      `${title} was played on ${market} prices: no seed proves its ${foreign} prices, everything else is checked.`,
    );
  console.log(
    `${title}: ${prices} prices, ${orders} orders, ${links} links and ${standings} standings checked, all as they should be.`,
  );
  if (links === 0) console.log('It has no chain: what happened was not committed to while it ran.');
  if (market === 'simulated' && foreign > 0)
    console.log(`${foreign} trades of admins after the end were at prices that count nowhere.`);
}

const [first = '', file, ...rest] = process.argv.slice(2);
try {
  if (first === 'bundle' && file && rest.length === 0) {
    const { number, ...verified } = await verifyBundle(bundleFile(file));
    report(titleOf(number), verified);
  } else if (LEAGUE_ID_FORM.test(first.toUpperCase()) && file === undefined) {
    const game = first.toUpperCase() as LeagueGame;
    report(titleOf(seasonIdOfGame(game)), await verifyStored(game));
  } else if (/^[1-9]\d{0,8}$/.test(first) && file === undefined) {
    report(titleOf(Number(first)), await verifyStored(Number(first)));
  } else {
    console.error(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof CannotCheckError || error instanceof SettingsError ? 3 : 1;
}
