import { call } from '#core/contract/call.ts';
import type { ItemType } from '#core/shop/catalogue.ts';
import { refreshRegions } from '#framework/browser/live-region.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import { announceTheme, sendItem, THEME_CHANGED } from './_state/inventory.ts';
import { pushToast } from './_state/toasts.ts';

type Texts = Record<'success' | 'error' | 'failed', string>;

/**
 * Sends the forms marked `data-equip={item}` by fetch: the button is busy meanwhile, and a toast shows the outcome. A
 * success dispatches `theme-changed`; that event, from any sender, refreshes the page.
 */
function mount(host: HTMLElement, { texts }: { texts: Texts }): () => void {
  let sent: { item: string; restore(): void } | null = null;

  async function onChanged(): Promise<void> {
    const done = sent;
    sent = null;
    await refreshRegions();
    if (!done) return;
    done.restore();
    returnFocus(done.item);
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
    // keeps the width, so that nothing moves under the pointer
    button.style.minInlineSize = `${button.offsetWidth}px`;
    setBusy(true);
    const { itemId = '', type, unequip } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const body = { itemId, type: type as ItemType, unequip: unequip === 'true' };
    const result = await sendItem((options) => call('POST /api/user/equip-item', { body }, options));
    if (!result.ok) {
      setBusy(false);
      button.focus();
      pushToast({ kind: 'destructive', title: texts.error, message: result.message ?? texts.failed });
      return;
    }
    pushToast({ kind: 'success', title: texts.success, message: result.message });
    // resets the button unless the refresh has replaced it
    const restore = () => {
      if (button.getAttribute('aria-busy') === 'true') setBusy(false);
    };
    sent = { item: form.dataset.equip, restore };
    announceTheme();
  }

  host.addEventListener('submit', onSubmit);
  window.addEventListener(THEME_CHANGED, onChanged);
  return () => {
    host.removeEventListener('submit', onSubmit);
    window.removeEventListener(THEME_CHANGED, onChanged);
  };
}

/** When the refresh has removed the focused button, focuses another button of the item or the current tab. */
function returnFocus(item: string): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const next =
    document.querySelector<HTMLElement>(`[data-item="${CSS.escape(item)}"] button:not(:disabled)`) ??
    document.querySelector<HTMLElement>('[data-region] nav a[aria-current]');
  next?.focus({ preventScroll: true });
}

export default behaviour('EquipForms', 'interaction', mount);
