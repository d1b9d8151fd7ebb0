import type { Company, LastPrice } from '#components/chart/panel.ts';
import { patientFetch } from '../../_state/patientFetch.ts';

/** Name, exchange and last price of a ticker, for the corner of the chart. Failures leave the corner empty. */

export async function fetchCompany(symbol: string, signal: AbortSignal): Promise<Company | null> {
  const body = await getJson(`/api/company?symbol=${encodeURIComponent(symbol)}`, signal);
  if (!body || typeof body.companyName !== 'string') return null;
  return { name: body.companyName, exchange: String(body.exchange ?? ''), logo: logoOf(symbol) };
}

export async function fetchLast(symbol: string, signal: AbortSignal): Promise<LastPrice | null> {
  const body = await getJson(`/api/price?symbol=${encodeURIComponent(symbol)}`, signal);
  if (!body || typeof body.price !== 'number') return null;
  const change = body.changePercent;
  return { price: body.price, changePercent: typeof change === 'number' ? change : null };
}

export type Suggestion = { symbol: string; companyName: string; exchange: string };

/** Companies whose ticker or name begins like `text`. */
export async function searchCompanies(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const body: unknown = await getJson(`/api/search?q=${encodeURIComponent(text)}`, signal);
  const rows = Array.isArray(body) ? body : ((body as { results?: unknown } | null)?.results ?? []);
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: Partial<Suggestion>) =>
    typeof row.symbol === 'string'
      ? [{ symbol: row.symbol, companyName: row.companyName ?? '', exchange: row.exchange ?? '' }]
      : [],
  );
}

export function logoOf(symbol: string): string {
  return `/api/logo/${encodeURIComponent(symbol)}`;
}

async function getJson(url: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
  try {
    const response = await patientFetch(url, {
      headers: { accept: 'application/json' },
      credentials: 'include',
      signal,
    });
    return response.ok ? ((await response.json()) as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
