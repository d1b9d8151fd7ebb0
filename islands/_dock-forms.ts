import type { DockTexts } from '#components/trading/dock-view.ts';
import { CHANGE_TIMEOUT_MS, HttpError, request } from '#core/contract/call.ts';
import type { PlacedAnswer } from '#core/contract/orders.ts';
import type { ClosedPositions } from '#core/contract/positions.ts';
import type { TradeAnswer } from '#core/contract/trade.ts';
import { formatPnlCents } from '#core/locale/format.ts';
import { fill } from '#core/locale/sentence.ts';
import { plainFields } from '#core/money/typed-decimal.ts';
import { readLevel } from '#core/orders/typed-level.ts';
import { executedText } from '#core/trading/executed-text.ts';
import { readHoldingText, stakeOf } from '#core/trading/holding-text.ts';
import { pnlAt } from '#core/trading/pnl.ts';
import { refreshRegions } from '#framework/browser/live-region.ts';
import { setCookie } from '#framework/browser/set-cookie.ts';
import { fetchAccount } from './_state/account-watch.ts';
import { newKey } from './_state/key.ts';
import { pushToast } from './_state/toasts.ts';

/**
 * Sends the dock's forms, keeps one question open at a time, shows the result of a typed target or stop, switches tabs
 * and opens the sheet without leaving the page. Without this behaviour forms and links load a page.
 * @param host contains the live region of the dock
 */
export function mountDock(host: HTMLElement, texts: DockTexts): () => void {
  const region = host.querySelector<HTMLElement>('[data-region]')!;
  const listeners = {
    submit: (event: Event) => send(event as SubmitEvent, texts),
    click: (event: Event) => press(event as MouseEvent, region, texts.hasChart),
    keydown: (event: Event) => closeAtEscape(event as KeyboardEvent),
    input: (event: Event) => showPnl(event.target as HTMLInputElement),
  };
  const toggle = (event: Event) => onOpen(event, region);
  for (const [name, listener] of Object.entries(listeners)) region.addEventListener(name, listener);
  region.addEventListener('toggle', toggle, true);
  // keeps one of the questions that were opened before these listeners existed: the focused one, else the first
  const questions = [...region.querySelectorAll<HTMLDetailsElement>('.dock-ask[open]')];
  const question = questions.find((each) => each.contains(document.activeElement)) ?? questions[0];
  if (question) ask(question, region);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) region.removeEventListener(name, listener);
    region.removeEventListener('toggle', toggle, true);
  };
}

function send(event: SubmitEvent, texts: DockTexts): void {
  const form = event.target as HTMLFormElement;
  if (!form.classList.contains('dock-form')) return;
  event.preventDefault();
  if (form.getAttribute('aria-busy') === 'true') return;
  form.setAttribute('aria-busy', 'true');
  void post(form, texts).finally(() => form.removeAttribute('aria-busy'));
}

/** The fields of responses that toasts use. */
type DockAnswer = Partial<
  Pick<ClosedPositions, 'closed' | 'refused'> & Pick<PlacedAnswer, 'order' | 'trade'> & TradeAnswer
>;

/** More trades than this share one toast. */
const MAX_TRADE_TOASTS = 3;

async function post(form: HTMLFormElement, texts: DockTexts): Promise<void> {
  const { offline, hasChart, trade } = texts;
  const { next: _next, intent: _intent, ...body } = plainFields(Object.fromEntries(new FormData(form)));
  const symbols = symbolsOf(body as Record<string, string>);
  const ticker = hasChart ? (await import('./_state/live.ts')).onlyTicker(symbols) : null;
  if (ticker !== null) {
    pushToast({ kind: 'destructive', title: trade.rtActiveTitle, message: fill(trade.rtTrade, { ticker }) });
    return;
  }
  const refused = symbols.length > 0 ? trade.failedTitle : texts.refused;
  const headers = { 'content-type': 'application/json', 'idempotency-key': newKey() };
  try {
    // `form.action` would be the form's field of that name
    const response = await request(form.getAttribute('action') ?? '', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CHANGE_TIMEOUT_MS),
    });
    const answer = (await response.json()) as DockAnswer;
    form.closest('details')?.removeAttribute('open');
    for (const { symbol, error } of answer.refused ?? [])
      pushToast({ kind: 'destructive', title: `${refused}: ${symbol}`, message: error });
    if (!answer.refused?.length || answer.closed?.length) showSuccess(answer, texts);
  } catch (error) {
    const message = error instanceof HttpError ? (error.text ?? offline) : offline;
    pushToast({ kind: 'destructive', title: refused, message });
  }
  if (hasChart) void fetchAccount();
  await refreshRegions();
}

/** Returns the symbols that a form trades; none for a form that changes or cancels an order. */
const symbolsOf = ({ symbol, positions }: Record<string, string>): string[] =>
  symbol ? [symbol] : (positions?.split(' ').map((position) => position.split(':')[0]!) ?? []);

function showSuccess(answer: DockAnswer, { done, trade: texts }: DockTexts): void {
  const trades =
    answer.closed ?? (answer.fills ? [answer as TradeAnswer] : answer.trade ? [answer.trade] : []);
  for (const trade of trades.length > MAX_TRADE_TOASTS ? [] : trades)
    pushToast({ kind: 'success', title: texts.executedTitle, message: executedText(trade, texts) });
  if (trades.length > 0 && trades.length <= MAX_TRADE_TOASTS) return;
  const { order } = answer;
  const isPlaced = order?.rev === 1 && order.status === 'working';
  if (isPlaced)
    pushToast({
      kind: 'success',
      title: texts.placedTitle,
      message: fill(texts.placed, { symbol: order.symbol }),
    });
  else pushToast({ kind: 'success', title: done });
}

/** Opens the sheet, or shows the pressed tab. A chart page stores the tab in a cookie, other pages in the address. */
function press(event: MouseEvent, region: HTMLElement, hasChart: boolean): void {
  const target = event.target as Element;
  const line = target.closest<HTMLElement>('[data-sheet]');
  if (line) {
    void import('./_dock-sheet.ts').then(({ openSheet }) => openSheet(region, line));
    return;
  }
  const link = target.closest<HTMLAnchorElement>('a[data-dock]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const state = link.dataset.dock ?? '';
  const url = new URL(location.href);
  if (hasChart) {
    setCookie('dock', state);
    url.searchParams.delete('dock');
  } else url.searchParams.set('dock', state);
  if (url.href !== location.href) history.replaceState(history.state, '', url);
  void refreshRegions();
}

/** Shows the profit or loss at a target or stop while it is typed. */
function showPnl(field: HTMLInputElement): void {
  const figure = field.form?.querySelector<HTMLElement>('[data-exit]');
  const [holding] = readHoldingText(figure?.dataset.exit ?? '');
  if (!figure || !holding) return;
  const level = readLevel(field.value);
  const stake = stakeOf(holding);
  const pnl = level === null ? 0n : pnlAt(stake, stake.quantity, level);
  figure.textContent = level === null ? '' : formatPnlCents(pnl);
  figure.dataset.way = pnl > 0n ? 'up' : pnl < 0n ? 'down' : '';
}

function onOpen({ target }: Event, region: HTMLElement): void {
  if (target instanceof HTMLDetailsElement && target.open) ask(target, region);
}

/** Closes the other questions and focuses the first field or button of this one. */
function ask(question: HTMLDetailsElement, region: HTMLElement): void {
  for (const other of region.querySelectorAll<HTMLDetailsElement>('.dock-ask[open]'))
    if (other !== question) other.open = false;
  // somebody may be typing in a field already
  if (!question.querySelector(':focus:not(summary)')) focusFirst(question);
}

function focusFirst(question: HTMLElement): void {
  const first = question.querySelector<HTMLElement>('.dock-field, button');
  first?.focus();
  if (first instanceof HTMLInputElement) first.select();
}

function closeAtEscape(event: KeyboardEvent): void {
  const question = (event.target as Element).closest<HTMLDetailsElement>('.dock-ask[open]');
  if (event.key !== 'Escape' || !question) return;
  event.preventDefault();
  event.stopPropagation();
  question.open = false;
  question.querySelector('summary')?.focus();
}
