/** The rules of a league that its owner has described in the form, but not started. */
import type { LeagueFacts } from '#components/leagues/view.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { LeagueFields } from '#core/contract/leagues.ts';
import { AppError } from '#core/refusals/refusals.ts';
import type { RequestContext } from '#framework/define.ts';
import type { Services, Using } from '../services.ts';
import { leagueFacts } from './league-view.ts';

/** Fields that a browser sends even if they are empty, and that may be too long for a flash. */
const LONG_FIELDS = ['about', 'prize', 'tickers'] as const;

/**
 * Returns the facts of the league that a form describes, worded as on its page. Null when a field did not fit into the
 * flash, and when the league can no longer be started like this.
 */
export async function typedPreview(
  ctx: Using<
    'leagues',
    Pick<RequestContext, 't' | 'locale' | 'zone'> & { services: Services; user: SessionUser }
  >,
  typed: Readonly<Record<string, string>>,
): Promise<LeagueFacts | null> {
  const fields = LeagueFields.safeParse(typed);
  if (!fields.success || LONG_FIELDS.some((name) => typed[name] === undefined)) return null;
  try {
    return leagueFacts(ctx, await ctx.services.leagues.preview(ctx.user, fields.data));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
