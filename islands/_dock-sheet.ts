/** The dock as a sheet at the bottom of a phone. The code is fetched when the sheet is opened. */
import { overlayOpened } from '#framework/browser/overlay.ts';

/** A sheet that is dragged down further than this closes, px. */
const CLOSE_PX = 80;

/** Moves the dock into a dialog, and back when the dialog closes. @param line the pressed line of the dock */
export function openSheet(dock: HTMLElement, line: HTMLElement): void {
  const place = document.createElement('div');
  const sheet = document.createElement('dialog');
  sheet.className = 'dock-sheet';
  sheet.setAttribute('aria-label', dock.getAttribute('aria-label') ?? '');
  const bar = document.createElement('div');
  bar.className = 'dock-bar';
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'icon-btn dock-close';
  close.setAttribute('aria-label', line.dataset.sheet ?? '');
  close.append(Object.assign(document.createElement('span'), { className: 'i-lucide-x' }));
  bar.append(close);
  sheet.append(bar);
  // the sheet stays inside the live region, because only the region's live texts are updated
  dock.before(place, sheet);
  sheet.append(dock);
  sheet.showModal();
  const closed = overlayOpened(sheet, () => sheet.close());
  close.addEventListener('click', () => sheet.close());
  sheet.addEventListener('click', (event) => event.target === sheet && sheet.close());
  drag(sheet, bar);
  sheet.addEventListener('close', () => {
    closed();
    place.replaceWith(dock);
    sheet.remove();
    dock.querySelector<HTMLElement>('[data-sheet]')?.focus();
  });
}

function drag(sheet: HTMLDialogElement, bar: HTMLElement): void {
  let start: PointerEvent | null = null;
  bar.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || (event.target as Element).closest('button')) return;
    start = event;
    bar.setPointerCapture(event.pointerId);
  });
  bar.addEventListener('pointermove', (event) => {
    if (event.pointerId === start?.pointerId)
      sheet.style.translate = `0 ${Math.max(0, event.clientY - start.clientY)}px`;
  });
  const end = (event: PointerEvent) => {
    if (event.pointerId !== start?.pointerId) return;
    const isFar = event.type === 'pointerup' && event.clientY - start.clientY > CLOSE_PX;
    start = null;
    sheet.style.translate = '';
    if (isFar) sheet.close();
  };
  bar.addEventListener('pointerup', end);
  bar.addEventListener('pointercancel', end);
}
