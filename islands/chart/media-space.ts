import type { IPrimitivePaneRenderer } from 'lightweight-charts';

export type PaintTarget = Parameters<IPrimitivePaneRenderer['draw']>[0];
type Paint = Parameters<PaintTarget['useMediaCoordinateSpace']>[0];

/** Paints in CSS pixels. The library's method has a name that is a hook's elsewhere. */
export function inMediaSpace(target: PaintTarget, paint: Paint): void {
  const run = target.useMediaCoordinateSpace.bind(target);
  run(paint);
}
