import { encode } from 'uqr';

/** Modules of white around a QR code, which ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

/** Returns a QR code as the path of an SVG of `size` × `size`, one unit a module. */
export function qrPicture(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}
