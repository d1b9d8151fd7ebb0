/** How much a label says, so that it stands beside the newest candles. */
import type { Brevity, Content } from './label.ts';
import type { LineEntry } from './place.ts';

/** Shows a label as long as `room` allows. @param least how brief it is at least @param room pixels */
export function showFitting(
  entry: LineEntry,
  least: Brevity,
  room: number,
  contentAt: (brevity: Brevity) => Content,
): void {
  const { label, mode, fit } = entry;
  const whole = contentAt(least);
  // figures of one length are equally wide: measuring forces a layout, which a tick should not
  const length = `${whole.name}${whole.figure}${whole.detail}`.length;
  const key = [least, room, length, label.root.hidden].join();
  const show = (brevity: Brevity) => {
    label.root.dataset.brevity = String(brevity);
    label.show(contentAt(brevity), mode);
  };
  if (mode.name !== 'rest' || fit?.key === key) {
    show(fit?.brevity ?? least);
    return;
  }
  for (let brevity = least; ; brevity++) {
    show(brevity);
    entry.fit = { key, brevity };
    if (brevity === 3 || label.width() <= room) return;
  }
}
