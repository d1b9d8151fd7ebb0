import { CHANGE_TIMEOUT_MS, call, HttpError } from '#core/contract/call.ts';
import { refreshRegions } from '#framework/browser/live-region.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import { pushToast } from './_state/toasts.ts';

type Strings = Record<'success' | 'added' | 'errorTitle' | 'missing' | 'addFailed' | 'adding', string>;

function mount(host: HTMLElement, { strings }: { strings: Strings }): () => void {
  const fail = (message: string) => pushToast({ kind: 'destructive', title: strings.errorTitle, message });

  async function add(form: HTMLFormElement): Promise<void> {
    const button = form.querySelector('button')!;
    if (button.disabled) return;
    const { intent: _intent, ...fields } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const { title = '', url = '' } = fields;
    if (title.trim() === '' || url.trim() === '') {
      fail(strings.missing);
      return;
    }
    const label = button.textContent;
    button.disabled = true;
    button.textContent = strings.adding;
    try {
      const options = { signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS) };
      await call('POST /api/recordings', { body: { ...fields, title, url } }, options);
      for (const input of form.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea'))
        input.value = '';
      for (const select of form.querySelectorAll('select')) select.selectedIndex = 0;
      pushToast({ kind: 'success', title: strings.success, message: strings.added });
      await refreshRegions();
    } catch (error) {
      // the server shows each issue beside its field
      if (error instanceof HttpError && error.status === 422) form.submit();
      else fail(strings.addFailed);
    } finally {
      button.disabled = false;
      button.textContent = label;
    }
  }

  function onSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    if (form.dataset.addRecording === undefined) return;
    event.preventDefault();
    void add(form);
  }

  host.addEventListener('submit', onSubmit);
  return () => host.removeEventListener('submit', onSubmit);
}

export default behaviour('RecordingForms', 'interaction', mount);
