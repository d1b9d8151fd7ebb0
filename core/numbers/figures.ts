/** The figures that the site counts for each day: visits, accounts, trades and others. Pure. */

/** All figures, sorted as the page lists them. */
export const FIGURES = [
  'landing',
  'share',
  'accounts',
  'refused',
  'joined',
  'first_trades',
  'active',
  'trades',
  'orders',
  'covers',
  'messages',
  'reports',
  'plan_annual',
  'plan_monthly',
  'plan_fundamentals',
  'recording',
] as const;
export type NumberName = (typeof FIGURES)[number];

/** Figures that are counted event by event. */
export const COUNTED = [
  'landing',
  'share',
  'refused',
  'plan_annual',
  'plan_monthly',
  'plan_fundamentals',
  'recording',
] as const satisfies readonly NumberName[];
export type CountedName = (typeof COUNTED)[number];

/** Figures that are computed from rows of the database. */
export type ComputedName = Exclude<NumberName, CountedName>;
const isComputed = (figure: NumberName): figure is ComputedName => !COUNTED.some((name) => name === figure);
export const COMPUTED = FIGURES.filter(isComputed);

/** The funnel of newcomers, from the first step to the last. */
export const FUNNEL = ['landing', 'accounts', 'first_trades'] as const satisfies readonly NumberName[];

/** The figures of a day; null for a figure that was not recorded then. */
export type NumbersOfDay = Readonly<Record<NumberName, number | null>>;

/** Adds up a figure over days and skips the days without it. @returns null when no day has the figure */
export function totalOf(days: readonly NumbersOfDay[], figure: NumberName): number | null {
  const counts = days.flatMap((day) => day[figure] ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** Lengths of the periods that a page can show, days. */
export const PERIODS = [30, 90] as const;

export const PLANS = ['annual', 'monthly', 'fundamentals'] as const;
export type PaidPlan = (typeof PLANS)[number];

/** User agents of programs that preview, index or monitor a page; their requests are not visits. */
const PROGRAMS =
  /bot\b|bot\/|crawl|spider|preview|facebookexternalhit|facebookcatalog|whatsapp\/|telegram|slack|embedly|discord|skypeuri|pinterest|vkshare|linkexpand|curl\/|wget\/|python|go-http|okhttp|monitor|uptime|pingdom/i;

/** True for a request that a person's browser makes to show a page. */
export function isVisit({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  const agent = headers.get('user-agent') ?? '';
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? '';
  return method === 'GET' && agent !== '' && !PROGRAMS.test(agent) && !/prefetch|preview/i.test(purpose);
}
