import { useEffect } from 'react';
import { onMessage } from '#framework/browser/socket.ts';
import { island } from '#framework/islands/strategy.tsx';
import { THEME_CHANGED } from './_hooks/enhance-equip.ts';
import { softLinks } from './_hooks/soft-links.ts';
import { sendItem } from './_state/inventory.ts';
import { pushToast } from './_state/toasts.ts';

type Strings = Record<
  | 'success'
  | 'purchased'
  | 'updated'
  | 'alreadyTitle'
  | 'already'
  | 'errorTitle'
  | 'failed'
  | 'failedEquip'
  | 'equip',
  string
>;

/** Draws nothing: shows other shelves, buys and equips without leaving the page. */
function ShopLive({ strings }: { strings: Strings }) {
  useEffect(() => {
    const region = document.querySelector<HTMLElement>('[data-live="shop"]');
    if (!region) return;
    const links = softLinks(region);

    const fail = (message: string) => pushToast({ kind: 'destructive', title: strings.errorTitle, message });

    async function equip(itemId: string): Promise<void> {
      const type = itemId.replace(/_\d+$/, '');
      const result = await sendItem('/api/user/equip-item', { itemId, type, unequip: false });
      if (!result.ok) return void fail(result.message ?? strings.failedEquip);
      pushToast({ kind: 'success', title: strings.success, message: result.message ?? strings.updated });
      window.dispatchEvent(new Event(THEME_CHANGED));
      await links.refresh();
    }

    async function buy(form: HTMLFormElement, itemId: string): Promise<void> {
      const button = form.querySelector('button');
      // pressed again while the answer is awaited
      if (form.getAttribute('aria-busy') === 'true') return;
      form.setAttribute('aria-busy', 'true');
      button?.setAttribute('aria-disabled', 'true');
      const result = await sendItem('/api/shop/purchase', { itemId });
      if (result.ok) {
        const action = { label: strings.equip, run: () => void equip(itemId) };
        pushToast({ kind: 'success', title: strings.success, message: strings.purchased, action });
      } else if (result.code === 'ALREADY_OWNED') {
        pushToast({ kind: 'info', title: strings.alreadyTitle, message: strings.already });
      } else fail(result.message ?? strings.failed);
      form.removeAttribute('aria-busy');
      button?.removeAttribute('aria-disabled');
      await links.refresh();
    }

    function onSubmit(event: SubmitEvent) {
      const form = event.target as HTMLFormElement;
      const itemId = form.dataset.buy;
      if (!itemId) return;
      event.preventDefault();
      void buy(form, itemId);
    }

    region.addEventListener('submit', onSubmit);
    // TKF earned or spent in another tab
    const unlisten = onMessage((message) => {
      if ((message as { type?: unknown } | null)?.type === 'account') void links.refresh();
    });
    return () => {
      region.removeEventListener('submit', onSubmit);
      unlisten();
      links.stop();
    };
  }, [strings]);
  return null;
}

export default island('ShopLive', 'idle', ShopLive);
