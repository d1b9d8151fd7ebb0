import * as at from '#core/contract/addresses.ts';
import { call, HttpError } from '#core/contract/call.ts';
import { refreshRegions } from '#framework/browser/live-region.ts';
import { behaviour } from '#framework/islands/behaviour.ts';
import { pushToast } from './_state/toasts.ts';

type Strings = Record<
  | 'success'
  | 'added'
  | 'deletedTitle'
  | 'deleted'
  | 'errorTitle'
  | 'missing'
  | 'addFailed'
  | 'deleteFailed'
  | 'adding',
  string
>;

/** Adds and deletes recordings without leaving the page. Asleep, the forms post to the same addresses. */
function mount(host: HTMLElement, { strings }: { strings: Strings }): () => void {
  const fail = (message: string) => pushToast({ kind: 'destructive', title: strings.errorTitle, message });

  async function add(form: HTMLFormElement): Promise<void> {
    const button = form.querySelector('button')!;
    if (button.disabled) return;
    const { title = '', url = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>;
    if (title.trim() === '' || url.trim() === '') return void fail(strings.missing);
    const label = button.textContent;
    button.disabled = true;
    button.textContent = strings.adding;
    try {
      await call(at.addRecording, { body: { title, url } });
      for (const input of form.querySelectorAll<HTMLInputElement>('input:not([type=hidden])'))
        input.value = '';
      pushToast({ kind: 'success', title: strings.success, message: strings.added });
      await refreshRegions();
    } catch (error) {
      fail(refusalOf(error) ?? strings.addFailed);
    } finally {
      button.disabled = false;
      button.textContent = label;
    }
  }

  async function remove(form: HTMLFormElement, id: string): Promise<void> {
    const button = form.querySelector('button')!;
    if (button.disabled) return;
    button.disabled = true;
    try {
      await call(at.deleteRecording, { params: { id } });
      pushToast({ kind: 'success', title: strings.deletedTitle, message: strings.deleted });
    } catch {
      fail(strings.deleteFailed);
    }
    button.disabled = false;
    // also after a failure: somebody else may have deleted it
    await refreshRegions();
    // the button that had the focus may be gone
    if (document.activeElement === document.body) host.querySelector<HTMLElement>('[data-region]')?.focus();
  }

  function onSubmit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    const { id, addRecording } = form.dataset;
    if (addRecording === undefined && !id) return;
    event.preventDefault();
    void (id ? remove(form, id) : add(form));
  }

  host.addEventListener('submit', onSubmit);
  return () => host.removeEventListener('submit', onSubmit);
}

/** The rule an entry breaks, in the server's words; null when it was not the entry's fault. */
function refusalOf(error: unknown): string | null {
  return error instanceof HttpError && error.status === 422 ? error.text : null;
}

export default behaviour('RecordingForms', 'interaction', mount);
