/** The values of a league's form: of a new league, of a stored league, and as typed into a refused form. */
import type { GameValues } from '#components/leagues/view.ts';
import {
  LEAGUE_KINDS,
  type LeagueKind,
  type LeagueSettings,
  settingsOf,
  WAYS_TO_JOIN,
} from '#core/leagues/leagues.ts';
import {
  GAME_RULES,
  GAME_START_CASH,
  type GamePreset,
  type GameRules,
  type GameTerms,
  PRESET_TERMS,
} from '#core/leagues/own-game.ts';
import { utcToZoned } from '#core/locale/zone.ts';
import { writeCents } from '#core/money/money.ts';
import { NO_RULES } from '#core/trading/season-rules.ts';
import type { League } from '#db/queries/leagues/leagues.ts';
import type { RequestContext } from '#framework/define.ts';

type Reader = Pick<RequestContext, 't' | 'zone'>;

const DAY_MS = 86_400_000;
const FORM_DAYS = 30;

function gameValues(
  {
    startCash,
    rules,
    positionView,
    ...times
  }: Pick<GameTerms, 'startCash' | 'endsAt' | 'positionView'> & { rules: GameRules; startsAt: number | null },
  zone: string,
): GameValues {
  const { minPrice, maxShare, longOnly, sectors, tickers, dayTrades } = rules;
  return {
    startCash: writeCents(startCash).replace(/\.00$/, ''),
    startsAt: times.startsAt === null ? '' : utcToZoned(times.startsAt, zone),
    endsAt: utcToZoned(times.endsAt, zone),
    longOnly: String(longOnly),
    minPrice: minPrice > 0n ? writeCents(minPrice) : '',
    maxShare: String(maxShare ?? ''),
    sectors: sectors?.join(',') ?? '',
    tickers: sectors ? '' : (tickers?.join(' ') ?? ''),
    dayTrades: String(dayTrades ?? ''),
    positionView,
  };
}

/** Returns the values of a new league. @param preset null when none was chosen @param now epoch ms */
export function newLeagueValues(
  { t, zone }: Reader,
  preset: GamePreset | null,
  now: number,
): { kind: LeagueKind; league: LeagueSettings; game: GameValues } {
  const terms = preset && PRESET_TERMS[preset];
  const rules = { ...NO_RULES, ...terms };
  return {
    kind: preset ? 'own' : 'season',
    league: {
      name: preset ? t(`leagues:form.presetName.${preset}`) : '',
      about: '',
      prize: '',
      joining: terms?.joining ?? 'open',
      isLateOpen: terms?.isLateOpen ?? true,
      isListed: false,
      needsReason: false,
    },
    game: gameValues(
      {
        startCash: GAME_START_CASH,
        rules,
        startsAt: null,
        positionView: 'never',
        endsAt: now + (terms?.days ?? FORM_DAYS) * DAY_MS,
      },
      zone,
    ),
  };
}

/** `game` is null without a private game. */
export function leagueValues(
  { zone }: Pick<Reader, 'zone'>,
  league: League,
): { league: LeagueSettings; game: GameValues | null } {
  const { game } = league;
  return {
    league: settingsOf(league),
    game:
      game && gameValues({ ...game, startsAt: game.startsAt.getTime(), endsAt: game.endsAt.getTime() }, zone),
  };
}

/**
 * Returns the fields of a game that its owner cannot change now. The server may refuse more changes.
 * @param hasOthers somebody else has joined, even if they left
 */
export function fixedFields({ game }: Pick<League, 'game'>, hasOthers: boolean): string[] {
  return [
    ...(game && game.status !== 'waiting' ? ['startsAt'] : []),
    ...(hasOthers ? ['startCash', ...GAME_RULES] : []),
  ];
}

/** Returns `values`, replaced by the texts that were typed into a refused form. */
export function typedLeague<
  Values extends { league: LeagueSettings; game: GameValues | null; kind?: LeagueKind },
>(values: Values, typed: Readonly<Record<string, string>> | undefined): Values {
  if (typed?.name === undefined) return values;
  const { league, game, kind } = values;
  const joining = WAYS_TO_JOIN.find((way) => way === typed.joining) ?? league.joining;
  return {
    ...values,
    ...(kind && { kind: LEAGUE_KINDS.find((each) => each === typed.kind) ?? kind }),
    league: {
      name: typed.name,
      about: typed.about ?? '',
      prize: typed.prize ?? '',
      joining,
      isLateOpen: typed.isLateOpen !== undefined,
      isListed: typed.isListed !== undefined,
      needsReason: typed.needsReason !== undefined,
    },
    game:
      game &&
      (Object.fromEntries(
        Object.entries(game).map(([name, value]) => [name, typed[name] ?? value]),
      ) as GameValues),
  };
}
