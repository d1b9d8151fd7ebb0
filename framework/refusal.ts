/** A refusal as its reader gets it: a Failure in words. */
import { type Failure, type FormIssue, issueText, type Text, textsOf } from './failure.ts';
import type { SiteLocale } from './register.ts';
import type { Site } from './site.ts';

export type Refusal = Pick<Failure, 'code' | 'status' | 'reason' | 'params' | 'details' | 'headers'> & {
  message: string;
  issues?: (FormIssue & { message: string })[];
};

/** @param instead a text that replaces its own */
export function word(site: Pick<Site, 'say'>, failure: Failure, locale: SiteLocale, instead?: Text): Refusal {
  const { code, status, reason, params, issues, details, headers } = failure;
  return {
    ...{ code, status, reason, params, details, headers },
    message: site.say(instead ?? textsOf(failure), locale),
    issues: issues?.map((issue) => ({ ...issue, message: site.say(issueText(issue), locale) })),
  };
}

/** An error body: the same sentence twice, because callers read now one field, now the other. */
export function refusalJson({
  details,
  message,
  code,
  status,
  reason,
  params,
  issues,
  headers,
}: Refusal): Response {
  return Response.json(
    { ...details, error: message, message, code, reason, params, issues },
    { status, headers: { 'cache-control': 'private, no-store', ...headers } },
  );
}
