/** Trading rules about days, nights and gaps, tried like those about minutes. */
import { TrialAccount, type TrialResult } from './trial.ts';

const { sign } = Math;

/** A company's session in log moves. */
export type DayMoves = {
  weekday: number;
  /** Log price before the session minus the catalogue's. */
  distance: number;
  night: number;
  morning: number;
  afternoon: number;
};

type DayRule = {
  name: string;
  /** @param days up to the traded day, whose moves are known up to the part that the rule earns */
  position: (days: readonly DayMoves[], i: number) => number;
  earns: (day: DayMoves) => number;
};

const session = (d: DayMoves) => d.morning + d.afternoon;
const whole = (d: DayMoves) => d.night + session(d);

export const DAY_RULES: readonly DayRule[] = [
  {
    name: 'the morning goes on in the afternoon',
    position: (days, i) => sign(days[i]!.morning),
    earns: (d) => d.afternoon,
  },
  {
    name: 'a large morning goes on',
    position: (days, i) => {
      const { morning } = days[i]!;
      return Math.abs(morning) > 2 * Math.abs(days[i - 1]!.morning) ? sign(morning) : 0;
    },
    earns: (d) => d.afternoon,
  },
  {
    name: 'the gap goes on in the morning',
    position: (days, i) => sign(days[i]!.night),
    earns: (d) => d.morning,
  },
  { name: 'long by night', position: () => 1, earns: (d) => d.night },
  { name: 'long by day', position: () => 1, earns: session },
  {
    name: 'yesterday goes on today',
    position: (days, i) => sign(whole(days[i - 1]!)),
    earns: whole,
  },
  {
    name: 'a week goes on',
    position: (days, i) => sign(days.slice(Math.max(0, i - 5), i).reduce((sum, d) => sum + whole(d), 0)),
    earns: whole,
  },
  {
    name: 'back towards the catalogue’s price',
    position: (days, i) => -sign(days[i]!.distance),
    earns: whole,
  },
  { name: 'long on Mondays', position: (days, i) => (days[i]!.weekday === 1 ? 1 : 0), earns: whole },
];

/** Tries the rules about days. @param tapes of each tape, some companies' days, equally many for every company */
export function tryDays(tapes: readonly (readonly (readonly DayMoves[])[])[]): TrialResult[] {
  return DAY_RULES.map(({ name, position, earns }) => {
    const account = new TrialAccount();
    for (const companies of tapes)
      for (let i = 1; i < companies[0]!.length; i++) {
        const trades = companies.map((days) => {
          const lastDays = days.slice(Math.max(0, i - 20), i);
          const scale = Math.sqrt(lastDays.reduce((sum, d) => sum + whole(d) ** 2, 0) / lastDays.length) || 1;
          const move = Math.expm1(earns(days[i]!));
          return { position: position(days, i), move: [move, move] as const, scale };
        });
        account.add(trades.filter((trade) => trade.position !== 0));
      }
    return account.result(name);
  });
}
