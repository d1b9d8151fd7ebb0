import type { CompanySummary, LastPrice } from '#components/chart/panel.ts';
import * as at from '#core/contract/addresses.ts';
import { type Answer, call, urlOf } from '#core/contract/call.ts';
import { patientFetch } from '../../_state/patient-fetch.ts';

/** Name, exchange and last price of a ticker, for the corner of the chart. Failures leave the corner empty. */

export async function fetchCompany(symbol: string, signal: AbortSignal): Promise<CompanySummary | null> {
  const company = await orNull(call(at.company, { query: { symbol } }, { signal, fetch: patientFetch }));
  return company && { name: company.companyName, exchange: company.exchange, logo: logoOf(symbol) };
}

export async function fetchLast(symbol: string, signal: AbortSignal): Promise<LastPrice | null> {
  return await orNull(call(at.price, { query: { symbol } }, { signal, fetch: patientFetch }));
}

export type Suggestion = Pick<Answer<typeof at.search>[number], 'symbol' | 'companyName' | 'exchange'>;

/** Companies whose ticker or name begins like `text`. */
export async function searchCompanies(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  return (await orNull(call(at.search, { query: { q: text } }, { signal, fetch: patientFetch }))) ?? [];
}

export const logoOf = (symbol: string): string => urlOf(at.logo, { params: { symbol } });

const orNull = <T>(answer: Promise<T>): Promise<T | null> => answer.catch(() => null);
