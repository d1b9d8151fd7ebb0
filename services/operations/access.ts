/** Who may read the metrics: whoever knows the token; without one, programs of this machine that no proxy speaks for. */
import { timingSafeEqual } from 'node:crypto';

const LOCAL = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/;
/** What proxies add. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** @param peer the other end of the connection */
export function mayReadMetrics(
  headers: Headers,
  peer: string | undefined,
  settings: { metricsToken: string | undefined; trustProxy: number },
): boolean {
  const { metricsToken: token, trustProxy } = settings;
  if (token !== undefined) return isSame(headers.get('authorization') ?? '', `Bearer ${token}`);
  const isForwarded = trustProxy > 0 || FORWARDED.some((name) => headers.has(name));
  return !isForwarded && LOCAL.test(peer ?? '');
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
