import { CHANGE_TIMEOUT_MS } from '#core/contract/call.ts';
import { behaviour } from '#framework/islands/behaviour.ts';

type Props = { show: string; hide: string };

const REGION = '[data-region="sign-up"]';
const TOAST = '[data-flash]';

/** Shows the password when its button is pressed, and keeps the typed password when the server refuses the form. */
function mount(host: HTMLElement, { show, hide }: Props): () => void {
  const field = () => host.querySelector<HTMLInputElement>('[name=password]')!;

  function turn(isShown: boolean): void {
    field().type = isShown ? 'text' : 'password';
    host.querySelector('[data-reveal]')!.textContent = isShown ? hide : show;
  }

  async function showRefusal(html: string): Promise<void> {
    const { morph, parsePage } = await import('#framework/browser/redraw.ts');
    const page = parsePage(html);
    const typed = field().value;
    // the response has all values except the password
    for (const input of host.querySelectorAll('input')) input.value = input.defaultValue;
    morph(host.querySelector<HTMLElement>(REGION)!, page.querySelector(REGION)!);
    field().value = typed;
    document.querySelector(TOAST)?.remove();
    const toast = page.querySelector(TOAST);
    if (toast) document.body.append(document.importNode(toast, true));
    host.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  async function send(form: HTMLFormElement): Promise<void> {
    const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!;
    const late = form.querySelector<HTMLElement>('[data-late]')!;
    late.hidden = button.disabled = true;
    try {
      const answer = await fetch(form.action, {
        method: 'post',
        body: new URLSearchParams(new FormData(form) as unknown as Record<string, string>),
        headers: { accept: 'text/html' },
        signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS),
      });
      if (new URL(answer.url).pathname !== location.pathname) return location.assign(answer.url);
      await showRefusal(await answer.text());
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') return form.submit();
      // the form keeps its `intent`: sent again, it signs in to the account that it may have made
      late.hidden = false;
    }
    button.disabled = false;
  }

  function onClick({ target }: Event): void {
    if ((target as Element).closest('[data-reveal]')) turn(field().type === 'password');
  }
  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    // browsers offer to save a password only from a password field
    turn(false);
    void send(event.target as HTMLFormElement);
  }
  host.addEventListener('click', onClick);
  host.addEventListener('submit', onSubmit);
  return () => {
    host.removeEventListener('click', onClick);
    host.removeEventListener('submit', onSubmit);
  };
}

export default behaviour('SignUp', 'interaction', mount);
