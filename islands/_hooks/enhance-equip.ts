import { sendItem } from '../_state/inventory.ts';
import { pushToast } from '../_state/toasts.ts';

/** Fired on the window when what is worn has changed: SPEC section 4. */
export const THEME_CHANGED = 'theme-changed';

export type EquipTexts = {
  success: string;
  /** The server's own sentence about a change that went well, and the same in the reader's language. */
  done: string;
  updated: string;
  error: string;
  failed: string;
};

/**
 * Sends the forms marked `data-equip={item}` by fetch: the button says so while it lasts, a toast tells the outcome,
 * `theme-changed` is fired and the page shown anew.
 * @param redraw shows the page as the server draws it now
 * @returns stops, and leaves the forms to the browser
 */
export function enhanceEquip(texts: EquipTexts, redraw: () => Promise<void>): () => void {
  let pressed: { item: string; restore(): void } | null = null;

  async function onChanged(): Promise<void> {
    const done = pressed;
    pressed = null;
    await redraw();
    if (!done) return;
    done.restore();
    keepFocus(done.item);
  }

  async function onSubmit(event: SubmitEvent): Promise<void> {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.equip === undefined) return;
    event.preventDefault();
    const button = form.querySelector('button');
    if (!button || button.disabled) return;
    const idle = button.textContent;
    const setBusy = (busy: boolean) => {
      button.disabled = busy;
      button.setAttribute('aria-busy', String(busy));
      button.textContent = busy ? (button.dataset.busy ?? idle) : idle;
    };
    // as wide as before, so that nothing moves under the pointer
    button.style.minInlineSize = `${button.offsetWidth}px`;
    setBusy(true);
    const { itemId, type, unequip } = Object.fromEntries(new FormData(form));
    const { ok, message } = await sendItem('/api/user/equip-item', {
      ...{ itemId, type },
      unequip: unequip === 'true',
    });
    if (!ok) {
      setBusy(false);
      button.focus();
      pushToast({ kind: 'destructive', title: texts.error, message: message ?? texts.failed });
      return;
    }
    const told = message === null || message === texts.done ? texts.updated : message;
    pushToast({ kind: 'success', title: texts.success, message: told });
    // should the page not come, its next refresh must find no form that is being sent
    const restore = () => {
      if (button.getAttribute('aria-busy') === 'true') setBusy(false);
    };
    pressed = { item: form.dataset.equip, restore };
    window.dispatchEvent(new Event(THEME_CHANGED));
  }

  document.addEventListener('submit', onSubmit);
  window.addEventListener(THEME_CHANGED, onChanged);
  return () => {
    document.removeEventListener('submit', onSubmit);
    window.removeEventListener(THEME_CHANGED, onChanged);
  };
}

/** The pressed button is gone: the focus goes to what can be done about the item now, or to the current tab. */
function keepFocus(item: string): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const next =
    document.querySelector<HTMLElement>(`[data-item="${CSS.escape(item)}"] button:not(:disabled)`) ??
    document.querySelector<HTMLElement>('[data-live] nav a[aria-current]');
  next?.focus({ preventScroll: true });
}
