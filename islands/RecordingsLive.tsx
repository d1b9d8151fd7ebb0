import { useEffect } from 'react';
import { island } from '#framework/islands/strategy.tsx';
import { keepFresh } from './_hooks/keep-fresh.ts';
import { HttpError, request } from './_state/http.ts';
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

/** Only what an admin does changes the list: there is nothing to ask for by the clock. */
const NEVER_MS = 2 ** 31 - 1;

/** Draws nothing: adds and deletes without leaving the page. Asleep, the forms post to the same addresses. */
function RecordingsLive({ strings }: { strings: Strings }) {
  useEffect(() => {
    const region = document.querySelector<HTMLElement>('[data-live="recordings"]');
    const form = document.querySelector<HTMLFormElement>('form[data-add-recording]');
    if (!region || !form) return;
    const fresh = keepFresh('recordings', { everyMs: NEVER_MS, leastMs: 1000 });
    const fail = (message: string) => pushToast({ kind: 'destructive', title: strings.errorTitle, message });

    async function add(event: SubmitEvent): Promise<void> {
      event.preventDefault();
      const adding = event.currentTarget as HTMLFormElement;
      const button = adding.querySelector('button')!;
      if (button.disabled) return;
      const { title = '', url = '' } = Object.fromEntries(new FormData(adding)) as Record<string, string>;
      if (title.trim() === '' || url.trim() === '') return void fail(strings.missing);
      const label = button.textContent;
      button.disabled = true;
      button.textContent = strings.adding;
      try {
        await send('/api/recordings', 'POST', { title, url });
        for (const input of adding.querySelectorAll<HTMLInputElement>('input:not([type=hidden])'))
          input.value = '';
        pushToast({ kind: 'success', title: strings.success, message: strings.added });
        await fresh.now();
      } catch (error) {
        fail(refusalOf(error) ?? strings.addFailed);
      } finally {
        button.disabled = false;
        button.textContent = label;
      }
    }

    async function remove(event: SubmitEvent): Promise<void> {
      const { id } = (event.target as HTMLFormElement).dataset;
      if (!id) return;
      event.preventDefault();
      const button = (event.target as HTMLFormElement).querySelector('button')!;
      if (button.disabled) return;
      button.disabled = true;
      try {
        await send(`/api/recordings/${id}`, 'DELETE');
        pushToast({ kind: 'success', title: strings.deletedTitle, message: strings.deleted });
      } catch {
        fail(strings.deleteFailed);
      }
      button.disabled = false;
      // also after a failure: somebody else may have deleted it
      await fresh.now();
      // the button that had the focus may be gone
      if (document.activeElement === document.body) region?.focus();
    }

    form.addEventListener('submit', add);
    region.addEventListener('submit', remove);
    return () => {
      form.removeEventListener('submit', add);
      region.removeEventListener('submit', remove);
      fresh.stop();
    };
  }, [strings]);
  return null;
}

/** @throws HttpError */
async function send(path: string, method: string, body?: object): Promise<void> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  await request(path, { method, headers, body: body && JSON.stringify(body) });
}

/** The rule an entry breaks, in the server's words; null when it was not the entry's fault. */
function refusalOf(error: unknown): string | null {
  return error instanceof HttpError && error.status === 422 ? error.message.replace(/^422: /, '') : null;
}

export default island('RecordingsLive', 'idle', RecordingsLive);
