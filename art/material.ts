import type { ItemRarity } from '#core/shop/catalogue.ts';

/** The material of a rarity. `ramp`: five colours from the ground to the light. `shade`: the light colour in shadow. */
export type Material = {
  ramp: readonly [string, string, string, string, string];
  shade: string;
};

export const MATERIALS: Record<ItemRarity, Material> = {
  Basic: {
    ramp: ['#15181e', '#2a2f39', '#596170', '#9aa3b2', '#e9e6dc'],
    shade: '#b9b8b2',
  },
  Silver: {
    ramp: ['#10161f', '#243244', '#4b627f', '#93aac6', '#e6eef7'],
    shade: '#b4c6da',
  },
  Platinum: {
    ramp: ['#07181d', '#0d3a44', '#1b7480', '#5cc7cf', '#dcfbf6'],
    shade: '#9be0e0',
  },
  Clutch: {
    ramp: ['#1b0c12', '#4a1426', '#a52a3c', '#ff7a45', '#ffd9a0'],
    shade: '#ffa46b',
  },
  Imperial: {
    ramp: ['#140a22', '#33155a', '#6b2fae', '#b98bff', '#f5d27a'],
    shade: '#c9983f',
  },
};
