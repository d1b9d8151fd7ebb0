/** Requests and answers of /api/shop and of /api/user/equip-item. */
import { z } from 'zod';
import { issue } from '../../refusals/issues.ts';
import { ITEM_TYPES, RARITIES } from '../../shop/catalogue.ts';
import { flag } from '../flag.ts';
import { NextPath } from '../next-path.ts';

/** An id, or any other name of an item (core/shop/catalogue.ts `resolveItem`). Prices are never read from a request. */
const itemId = z
  .string({ error: issue('whichItem') })
  .trim()
  .min(1)
  .max(300);
export const PurchaseRequest = z.object({ itemId, next: NextPath });

export const EquipRequest = z.object({
  itemId,
  type: z.enum(ITEM_TYPES, { error: issue('itemTypeRule') }),
  unequip: flag,
  next: NextPath,
});
export type EquipRequest = z.output<typeof EquipRequest>;

/** One line of the catalogue. */
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
