/** Fetches the candles, company and price of another ticker or interval. The page data has those of the first chart. */
import type { CompanySummary, LastPrice } from '#components/chart/panel.ts';
import { type Answer, call, urlOf } from '#core/contract/call.ts';
import { patientFetch } from '../../_state/patient-fetch.ts';
import { sessionStore } from './browser-store.ts';
import { createFeed } from './feed.ts';

export { mergeBars } from './feed.ts';

/** Returns a ticker's company, or null when it cannot be fetched. */
export async function fetchCompany(symbol: string, signal: AbortSignal): Promise<CompanySummary | null> {
  const company = await orNull(
    call('GET /api/company', { query: { symbol } }, { signal, fetch: patientFetch }),
  );
  return company && { name: company.companyName, exchange: company.exchange, logo: logoOf(symbol) };
}

/** Returns a ticker's newest price, or null when it cannot be fetched. */
export async function fetchLast(symbol: string, signal: AbortSignal): Promise<LastPrice | null> {
  return await orNull(call('GET /api/price', { query: { symbol } }, { signal, fetch: patientFetch }));
}

export type Suggestion = Pick<Answer<'GET /api/search'>[number], 'symbol' | 'companyName'>;

/** Returns companies whose ticker begins with `text` or whose name contains it; none when the search fails. */
export async function searchCompanies(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  return (
    (await orNull(call('GET /api/search', { query: { q: text } }, { signal, fetch: patientFetch }))) ?? []
  );
}

const logoOf = (symbol: string): string => urlOf('GET /api/logo/:symbol', { params: { symbol } });

const orNull = <T>(answer: Promise<T>): Promise<T | null> => answer.catch(() => null);

export const browserFeed = createFeed({
  fetch: patientFetch,
  store: sessionStore(),
  now: () => Date.now(),
});
