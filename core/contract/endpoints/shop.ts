/** Items: the catalogue, buying, wearing. */
import { z } from 'zod';
import * as at from '../addresses.ts';
import { type EndpointTable, located } from '../endpoint.ts';
import { EquipAnswer, EquipRequest, PurchaseAnswer, PurchaseRequest, ShopItem } from '../schemas/shop.ts';

export const shop = {
  shopItems: {
    ...located(at.shopItems),
    summary: 'The catalogue, with what the reader owns and wears of it.',
    access: 'member',
    answer: z.array(ShopItem),
  },
  purchase: {
    ...located(at.purchase),
    summary: "Buys one item at the catalogue's price.",
    access: 'member',
    limit: 'change',
    body: PurchaseRequest,
    answer: PurchaseAnswer,
    form: true,
    repeatable: true,
    errors: ['UNKNOWN_ITEM', 'ALREADY_OWNED', 'NOT_ENOUGH_TKF'],
    example: { body: { itemId: 'banner_3' } },
  },
  equip: {
    ...located(at.equip),
    summary: 'Puts an owned item on, or takes it off.',
    access: 'member',
    limit: 'change',
    body: EquipRequest,
    answer: EquipAnswer,
    form: true,
    repeatable: true,
    errors: ['UNKNOWN_ITEM', 'WRONG_ITEM_TYPE', 'NOT_OWNED'],
    example: { body: { itemId: 'banner_3', type: 'banner' } },
  },
} as const satisfies EndpointTable;
