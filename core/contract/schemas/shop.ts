/** Requests and answers of /api/shop and of /api/user/equip-item. */
import { z } from 'zod';
import { ITEM_TYPES, type ItemType, type Rarity } from '../../shop/catalogue.ts';
import { flag } from '../flag.ts';
import { NextPath } from '../next-path.ts';
import { MESSAGES } from '../sentences.ts';

/** An id, or any other name of an item (core/shop/catalogue.ts `resolveItem`). Prices are never read from a request. */
const itemId = z.string({ error: 'Which item? Send its itemId.' }).trim().min(1).max(300);
export const PurchaseRequest = z.object({ itemId, next: NextPath });

export const EquipRequest = z.object({
  itemId,
  type: z.enum(ITEM_TYPES, { error: `The type is one of ${ITEM_TYPES.join(', ')}.` }),
  unequip: flag,
  next: NextPath,
});
export type EquipRequest = z.output<typeof EquipRequest>;

/** The answers' sentences; the errors' are in core/contract/errors.ts. */
export const PURCHASED = MESSAGES.purchased.message;
export const EQUIPPED = MESSAGES.equipped.message;

/** One line of GET /api/shop/items. */
export type ShopItem = {
  /** Both the same: `banner_3`. */
  id: string;
  itemId: string;
  name: string;
  type: ItemType;
  rarity: Rarity;
  /** TKF. */
  price: number;
  description: string;
  imageUrl: string;
  /** By who asks. */
  owned: boolean;
  active: boolean;
};

export type PurchaseAnswer = {
  message: string;
  itemId: string;
  price: number;
  /** TKF left. */
  tkf: number;
};

export type EquipAnswer = {
  message: string;
  itemId: string;
  type: ItemType;
  /** false: it was taken off. */
  equipped: boolean;
};
