import { z } from 'zod';
import { MarketPage, type SymbolQuestion } from '#components/admin/MarketPage.tsx';
import { formatDateTime, formatQuantity } from '#core/locale/format.ts';
import { priceText } from '#core/market/price-text.ts';
import { tickerOf } from '#core/market/ticker.ts';
import { writePrice } from '#core/money/money.ts';
import { plainOf } from '#core/money/typed-decimal.ts';
import { readLevel } from '#core/orders/typed-level.ts';
import { AppError } from '#core/refusals/refusals.ts';
import {
  type HeldSymbol,
  type StoredChange,
  seasonSymbolChanges,
} from '#db/queries/trading/symbol-changes.ts';
import { type PageContext, page } from '#framework/define.ts';

type Words = Pick<PageContext, 't' | 'locale' | 'zone'>;

const Typed = z.string().trim().max(500).optional();

export default page({
  access: 'admin',
  query: z.object({
    /** The change that the admin must confirm, and its details. */
    act: z.enum(['rename', 'settle']).optional(),
    symbol: Typed,
    newSymbol: Typed,
    price: Typed,
    reason: Typed,
  }),
  async load({ services, query, flash, t, locale, zone }) {
    const words = { t, locale, zone };
    const season = services.seasons.current();
    const [unpriced, changes] = await Promise.all([
      services.symbolChanges.unpriced().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return error.code === 'SYMBOL_FIXED' ? [] : null;
      }),
      season ? seasonSymbolChanges(services.sql, season.id) : [],
    ]);
    const { act, ...typed } = { ...query, ...flash?.values };
    const change = act ? ask({ ...query, act }) : null;
    const issue = act && !change ? { [act === 'rename' ? 'newSymbol' : 'price']: t(ISSUES[act]) } : {};
    return {
      unpriced: unpriced?.map((each) => unpricedView(each, words)) ?? null,
      changes: changes.map((each) => changeView(each, words)).reverse(),
      typed: typed as Readonly<Record<string, string>>,
      issues: { ...issue, ...flash?.issues },
      question: change,
    };
  },
  head: ({ t }) => ({ title: t('symbols:title') }),
  view: ({ data }) => <MarketPage {...data} />,
});

const ISSUES = { rename: 'errors:nameTicker', settle: 'errors:priceRule' } as const;

type ChangeQuery = {
  act: 'rename' | 'settle';
  symbol?: string;
  newSymbol?: string;
  price?: string;
  reason?: string;
};

/** Returns the question that confirms a change; null while a detail is missing or malformed. */
function ask({
  act,
  symbol = '',
  newSymbol = '',
  price = '',
  reason = '',
}: ChangeQuery): SymbolQuestion | null {
  const [from, to, level] = [tickerOf(symbol), tickerOf(newSymbol), readLevel(price)];
  if (!from) return null;
  if (act === 'rename') return to ? { act, symbol: from, newSymbol: to } : null;
  return level && reason
    ? { act, symbol: from, price: plainOf(price), shownPrice: dollars(writePrice(level)), reason }
    : null;
}

const dollars = (price: string) => `$${priceText(price, price.endsWith('00') ? 2 : 4)}`;

function unpricedView({ symbol, traders, shares, price, pricedAt }: HeldSymbol, { t, locale, zone }: Words) {
  const about = [
    t('symbols:traders', { count: traders }),
    t('symbols:shares', { quantity: formatQuantity(shares) }),
  ];
  const since =
    price !== null && pricedAt
      ? t('symbols:since', { price: dollars(price), date: formatDateTime(pricedAt, { locale, zone }) })
      : t('symbols:neverPriced');
  return { symbol, about: about.join(' · '), since };
}

function changeView(change: StoredChange, { t, locale, zone }: Words) {
  const { n, symbol, newSymbol, price, reason, at } = change;
  const what =
    newSymbol !== null
      ? t('symbols:didRename', { symbol, newSymbol })
      : t('symbols:didSettle', { symbol, price: dollars(writePrice(price)) });
  const about = [formatDateTime(new Date(at), { locale, zone }), ...(reason ? [reason] : [])];
  return { id: String(n), what, about: about.join(' · ') };
}
