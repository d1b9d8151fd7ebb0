/** What can have the focus. */
const FOCUSABLE =
  'a, button:not(:disabled), input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

/** On a press of Tab: sends the focus round inside `place`, or back in from behind it. */
export function keepFocusIn(place: HTMLElement, event: KeyboardEvent): void {
  const stops = [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) => each.getClientRects().length > 0,
  );
  if (event.shiftKey) stops.reverse();
  const at = document.activeElement as HTMLElement;
  if (stops.includes(at) && at !== stops.at(-1)) return;
  event.preventDefault();
  stops[0]?.focus();
}
