/** Items: the catalogue, buying, wearing. */
import { z } from 'zod';
import { issue } from '../refusals/issues.ts';
import { ITEM_TYPES, RARITIES } from '../shop/catalogue.ts';
import type { EndpointTable } from './endpoint.ts';
import { flag, formCall, NextPath } from './fields.ts';

/**
 * An id or another name of an item (core/shop/catalogue.ts `resolveItem`). The server takes the price from the
 * catalogue, never from a request.
 */
const itemId = z
  .string({ error: issue('whichItem') })
  .trim()
  .min(1)
  .max(300);
const PurchaseRequest = z.object({ itemId, next: NextPath });

export const EquipRequest = z.object({
  itemId,
  type: z.enum(ITEM_TYPES, { error: issue('itemTypeRule') }),
  unequip: flag,
  next: NextPath,
});
export type EquipRequest = z.output<typeof EquipRequest>;

export const ShopItem = z.object({
  id: z.string().describe('Like banner_3'),
  itemId: z.string().describe('The same as id'),
  name: z.string(),
  type: z.enum(ITEM_TYPES),
  rarity: z.enum(RARITIES),
  price: z.int().describe('TKF'),
  description: z.string(),
  imageUrl: z.string(),
  owned: z.boolean().describe('By who asks'),
  active: z.boolean().describe('Worn by who asks'),
});
export type ShopItem = z.output<typeof ShopItem>;

export const PurchaseAnswer = z.object({
  message: z.string(),
  itemId: z.string(),
  price: z.int(),
  tkf: z.int().describe('TKF left'),
});
export type PurchaseAnswer = z.output<typeof PurchaseAnswer>;

export const EquipAnswer = z.object({
  message: z.string(),
  itemId: z.string(),
  type: z.enum(ITEM_TYPES),
  equipped: z.boolean().describe('false: it was taken off'),
});
export type EquipAnswer = z.output<typeof EquipAnswer>;

export const shopEndpoints = {
  shopItems: {
    method: 'GET',
    path: '/api/shop/items',
    summary: 'The catalogue, with what the reader owns and wears of it.',
    access: 'member',
    answer: z.array(ShopItem),
  },
  purchase: {
    ...formCall('member'),
    path: '/api/shop/purchase',
    summary: "Buys one item at the catalogue's price.",
    body: PurchaseRequest,
    answer: PurchaseAnswer,
    repeatable: true,
    errors: ['UNKNOWN_ITEM', 'ALREADY_OWNED', 'NOT_ENOUGH_TKF'],
    example: { body: { itemId: 'banner_3' } },
  },
  equip: {
    ...formCall('member'),
    path: '/api/user/equip-item',
    summary: 'Puts an owned item on, or takes it off.',
    body: EquipRequest,
    answer: EquipAnswer,
    repeatable: true,
    errors: ['UNKNOWN_ITEM', 'WRONG_ITEM_TYPE', 'NOT_OWNED'],
    example: { body: { itemId: 'banner_3', type: 'banner' } },
  },
} as const satisfies EndpointTable;
