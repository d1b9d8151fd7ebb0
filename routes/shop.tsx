import { z } from 'zod';
import type { ShopView } from '#components/shop/hrefs.ts';
import { ShopPage } from '#components/shop/ShopPage.tsx';
import type { Trial } from '#components/shop/TryOn.tsx';
import { DEFAULT_SYMBOL } from '#core/market/ticker.ts';
import { type CatalogueItem, ITEM_TYPES, RARITIES, resolveItem } from '#core/shop/catalogue.ts';
import { featuredFor, shelfOf } from '#core/shop/shelf.ts';
import { page } from '#framework/define.ts';
import { Attach } from '#framework/islands/island.tsx';
import type { SiteUser } from '#framework/register.ts';
import LiveRegion from '#islands/LiveRegion.ts';
import ShopForms from '#islands/ShopForms.ts';
import { candlesFor } from '#market/candles.ts';
import type { Services } from '#services/services.ts';

const ShopQuery = z.object({
  view: z.enum(['featured', 'all']).optional(),
  item: z.string().max(300).optional(),
  tab: z.enum(ITEM_TYPES).optional(),
  rarity: z.enum(RARITIES).optional(),
  can: z.enum(['1']).optional(),
  page: z.string().max(9).optional(),
  try: z.string().max(300).optional(),
});
type ShopQuery = z.output<typeof ShopQuery>;

const DAY_MS = 86_400_000;

/** Trades in other tabs earn TKF, and purchases there spend it. */
const LIVE = { on: ['account'], leastMs: 1_000, links: true };

export default page({
  query: ShopQuery,

  async load({ services, query, user }) {
    const tried = query.try === undefined ? null : resolveItem(query.try);
    const [{ wallet, level }, trial] = await Promise.all([
      readPurse(services, user.id),
      tried && readTrial(services, user, tried),
    ]);
    const featured = featuredFor(Math.floor(services.clock.now() / DAY_MS), wallet);
    return { view: viewOf(query), featured, wallet, level, trial };
  },

  head: ({ t }) => ({ title: t('shop:title') }),

  view: ({ data, t }) => (
    <Attach
      behaviour={ShopForms}
      props={{
        strings: {
          success: t('shop:success'),
          purchased: t('shop:purchased'),
          alreadyTitle: t('shop:alreadyTitle'),
          already: t('shop:already'),
          errorTitle: t('shop:errorTitle'),
          failed: t('shop:failed'),
          failedEquip: t('shop:failedEquip'),
          equip: t('shop:equip'),
        },
      }}
    >
      <Attach behaviour={LiveRegion} props={LIVE}>
        <div data-region="shop">
          <ShopPage {...data} />
        </div>
      </Attach>
    </Attach>
  ),
});

function viewOf({ view, item, tab, rarity, can, page: pageText }: ShopQuery): ShopView {
  const browsing = view ? view === 'all' : Boolean(tab || rarity || can || pageText);
  if (!browsing) return { view: 'featured', item: (item && resolveItem(item)) || null };
  const request = { type: tab ?? 'banner', rarity: rarity ?? null, page: Number(pageText) };
  return { view: 'all', ...request, isWithin: can !== undefined, page: shelfOf(request).page };
}

/** Returns nulls when the wallet cannot be read; the page then says so. */
async function readPurse(
  { shop, accounts, log }: Pick<Services, 'shop' | 'accounts' | 'log'>,
  userId: number,
) {
  try {
    const [wallet, level] = await Promise.all([shop.wallet(userId), accounts.profile(userId)]);
    return { wallet, level };
  } catch (error) {
    log.error({ err: error, userId }, 'the wallet could not be read');
    return { wallet: null, level: null };
  }
}

/** Reads the preview of an item: a chart for a theme, the reader's profile for other items. */
async function readTrial(
  services: Pick<Services, 'accounts' | 'market' | 'log'>,
  { id, username }: SiteUser,
  item: CatalogueItem,
): Promise<Trial> {
  if (!item.theme) {
    const { level } = await services.accounts.profile(id);
    return { item, username, level, chart: null };
  }
  try {
    const range = { symbol: DEFAULT_SYMBOL, interval: '1D', from: undefined, to: undefined } as const;
    const { answer } = await candlesFor(services.market, range);
    const candles = answer.candles.map(({ date: _, ...candle }) => candle);
    return { item, username, level: 0, chart: { symbol: DEFAULT_SYMBOL, candles } };
  } catch (error) {
    services.log.warn({ err: error }, 'no candles to try a theme on');
    return { item, username, level: 0, chart: null };
  }
}
