declare module 'subset-font' {
  /** What the font becomes with nothing but `text` in it. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat?: 'woff2' | 'woff' | 'truetype';
      variationAxes?: Record<string, number | { min: number; max: number; default?: number }>;
      keepFeatures?: readonly string[];
      noHinting?: boolean;
    },
  ): Promise<Uint8Array>;
}
