import { watchOverlays } from '#framework/browser/overlay.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import { copyField } from './_state/copy-field.ts';

/** Copies the page's link, and opens the device's share sheet; `copied` is the copy button's text afterwards. */
function mount(host: HTMLElement, { copied }: { copied: string }): () => void {
  const field = host.querySelector('input')!;
  const button = (way: string) => host.querySelector<HTMLButtonElement>(`[data-share=${way}]`)!;
  const [copyButton, sendButton] = [button('copy'), button('send')];
  const status = host.querySelector('[role=status]')!;
  const word = copyButton.textContent;
  const link = { title: document.title, url: field.value };

  const onCopy = async () => {
    if (!(await copyField(field))) return;
    copyButton.textContent = copied;
    status.textContent = copied;
  };
  // rejects when the reader cancels
  const onSend = () => void navigator.share(link).catch(() => {});
  const onToggle = () => {
    copyButton.textContent = word;
    status.textContent = '';
  };
  watchOverlays();
  sendButton.hidden = !navigator.canShare?.(link);
  copyButton.addEventListener('click', onCopy);
  sendButton.addEventListener('click', onSend);
  const popover = host.querySelector('[popover]')!;
  popover.addEventListener('toggle', onToggle);
  return () => {
    copyButton.removeEventListener('click', onCopy);
    sendButton.removeEventListener('click', onSend);
    popover.removeEventListener('toggle', onToggle);
  };
}

export default behaviour('ShareLink', 'interaction', mount);
