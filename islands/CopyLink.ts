import { behaviour } from '#framework/islands/behaviour.ts';
import { copyField } from './_state/copy-field.ts';

/** Copies the link in the field beside the button; `copied` is the button's text afterwards. */
function mount(host: HTMLElement, { copied }: { copied: string }): () => void {
  const button = host.querySelector<HTMLButtonElement>('[data-copy]')!;
  const status = host.querySelector('[role=status]')!;
  const onClick = async () => {
    if (!(await copyField(host.querySelector('input')!))) return;
    button.textContent = copied;
    status.textContent = copied;
  };
  button.addEventListener('click', onClick);
  return () => button.removeEventListener('click', onClick);
}

export default behaviour('CopyLink', 'interaction', mount);
