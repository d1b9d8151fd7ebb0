/** When the market trades, and how a session's activity is spread: steps 4 and 5 of docs/rules/15-tape.md. */
export const DAY = 86_400_000;
export const MINUTE = 60_000;
/** The tape's first day, and the one of the catalogue's prices. */
export const FIRST = 18_995;
export const ANCHOR = 20_455;

/** A session: its opening in epoch ms, and its minutes. */
export type SessionHours = { opens: number; minutes: number };

const dayAt = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / DAY;
const weekday = (day: number) => new Date(day * DAY).getUTCDay();
const nth = (year: number, month: number, on: number, n: number) => {
  const first = dayAt(year, month, 1);
  return first + ((on - weekday(first) + 7) % 7) + 7 * (n - 1);
};

function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayAt(year, Math.floor(n / 31), (n % 31) + 1);
}

function closedDays(year: number): Set<number> {
  const days = [nth(year, 1, 1, 3), nth(year, 2, 1, 3), easter(year) - 2, nth(year, 6, 1, 1) - 7];
  days.push(nth(year, 9, 1, 1), nth(year, 11, 4, 4), dayAt(2025, 1, 9));
  for (const [month, date] of [
    [1, 1],
    [6, 19],
    [7, 4],
    [12, 25],
  ] as const) {
    const day = dayAt(year, month, date);
    const on = weekday(day);
    if (month !== 1 || on !== 6) days.push(day + (on === 6 ? -1 : on === 0 ? 1 : 0));
  }
  return new Set(days);
}

const years = new Map<number, Set<number>>();

/** The session of a day, null when the market stays closed. */
export function hoursOf(kind: string, day: number): SessionHours | null {
  if (kind === 'always') return { opens: day * DAY, minutes: 1440 };
  const date = new Date(day * DAY);
  const year = date.getUTCFullYear();
  let closed = years.get(year);
  if (!closed) {
    closed = closedDays(year);
    years.set(year, closed);
  }
  if (date.getUTCDay() % 6 === 0 || closed.has(day)) return null;
  const on = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  const half = on === 703 || on === 1224 || day === nth(year, 11, 4, 4) + 1;
  const isSummer = day >= nth(year, 3, 0, 2) && day < nth(year, 11, 0, 1);
  return { opens: day * DAY + (570 + (isSummer ? 240 : 300)) * MINUTE, minutes: half ? 210 : 390 };
}

/** The end of the session that runs at a moment or comes next, both epoch ms. */
export function sessionEnd(kind: string, ms: number): number {
  for (let day = Math.floor(ms / DAY); ; day++) {
    const session = hoursOf(kind, day);
    if (session && session.opens + session.minutes * MINUTE > ms)
      return session.opens + session.minutes * MINUTE;
  }
}

export type Spread = { root: Float64Array; before: Float64Array };
const spreads = new Map<number, Spread>();

/** The shape of a session of `n` minutes. */
export function spreadOf(n: number): Spread {
  let spread = spreads.get(n);
  if (!spread) {
    const weights = Float64Array.from({ length: n }, (_, m) => {
      const x = (m + 0.5) / n;
      return 1 + 4.5 * Math.exp(-x / 0.05) + 5 * Math.exp(-(1 - x) / 0.04);
    });
    let total = 0;
    for (const weight of weights) total += weight;
    const shareBefore = new Float64Array(n + 1);
    for (let m = 0; m < n; m++) shareBefore[m + 1] = shareBefore[m]! + weights[m]! / total;
    spread = { root: weights.map((weight) => Math.sqrt(weight / total)), before: shareBefore };
    spreads.set(n, spread);
  }
  return spread;
}
