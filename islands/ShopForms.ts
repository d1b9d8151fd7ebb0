import { call } from '#core/contract/call.ts';
import type { ItemType } from '#core/shop/catalogue.ts';
import { refreshRegions } from '#framework/browser/live-region.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import { announceTheme, sendItem } from './_state/inventory.ts';
import { pushToast } from './_state/toasts.ts';

type Strings = Record<
  'success' | 'purchased' | 'alreadyTitle' | 'already' | 'errorTitle' | 'failed' | 'failedEquip' | 'equip',
  string
>;

/** Sends the forms marked `data-buy={item}` by fetch, and offers to equip the bought item. */
function mount(host: HTMLElement, { strings }: { strings: Strings }): () => void {
  const fail = (message: string) => pushToast({ kind: 'destructive', title: strings.errorTitle, message });

  async function equip(itemId: string): Promise<void> {
    const body = { itemId, type: itemId.replace(/_\d+$/, '') as ItemType };
    const result = await sendItem((options) => call('POST /api/user/equip-item', { body }, options));
    if (!result.ok) {
      fail(result.message ?? strings.failedEquip);
      return;
    }
    pushToast({ kind: 'success', title: strings.success, message: result.message });
    announceTheme();
    await refreshRegions();
  }

  async function buy(form: HTMLFormElement, itemId: string): Promise<void> {
    const button = form.querySelector('button');
    if (form.getAttribute('aria-busy') === 'true') return;
    form.setAttribute('aria-busy', 'true');
    button?.setAttribute('aria-disabled', 'true');
    const result = await sendItem((options) =>
      call('POST /api/shop/purchase', { body: { itemId } }, options),
    );
    if (result.ok) {
      const action = { label: strings.equip, run: () => void equip(itemId) };
      pushToast({ kind: 'success', title: strings.success, message: strings.purchased, action });
    } else if (result.code === 'ALREADY_OWNED') {
      pushToast({ kind: 'info', title: strings.alreadyTitle, message: strings.already });
    } else fail(result.message ?? strings.failed);
    form.removeAttribute('aria-busy');
    button?.removeAttribute('aria-disabled');
    await refreshRegions();
  }

  function onSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    const itemId = form.dataset.buy;
    if (!itemId) return;
    event.preventDefault();
    void buy(form, itemId);
  }

  host.addEventListener('submit', onSubmit);
  return () => host.removeEventListener('submit', onSubmit);
}

export default behaviour('ShopForms', 'interaction', mount);
