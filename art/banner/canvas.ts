import type { Material } from '../material.ts';

/** Banners are four times as wide as high; what matters stays inside the middle 480. */
export const WIDTH = 960;
export const HEIGHT = 240;

/** Draws a banner's inside. @param id prefix for ids, unique to the item */
export type BannerGenerator<Options> = (material: Material, options: Options, id: string) => string;
