/** The DOM of a price line's label: name, figures, question, note and axis tag. */
import { writeText } from '#framework/browser/write-text.ts';
import type { LabelStrings } from '../ground/strings.ts';

export type Mode =
  | { name: 'rest' }
  /** The trader pressed the X: the label asks for confirmation. */
  | { name: 'asking' }
  /** The trader drags or steps the line; nothing is sent yet. */
  | { name: 'moving'; price: string }
  | { name: 'sending'; price: string | null }
  /** @property canTrade true when the price has reached the stop: the label then offers a trade at the market */
  | { name: 'refused'; sentence: string; canTrade: boolean }
  /** No response arrived: the outcome is unknown. */
  | { name: 'lost'; sentence: string };

export type Content = {
  /** "Long 25", "Stop". */
  name: string;
  /** The full name for screen readers, where `name` is shortened. */
  spoken?: string;
  /** The triangle before the name: `up` for a long position, and for an order that buys or covers. */
  side: 'up' | 'down' | undefined;
  figure: string;
  way: 'up' | 'down' | undefined;
  /** An order's shares, or the time when its stop was reached; during a move the order's old price or a warning. */
  detail: string;
  /** The price on the axis; empty where the axis already shows it. */
  tag: string;
  tone: 'gain' | 'loss' | 'plain' | 'entry';
  /** True for an old price: the figure is dimmed. */
  isOld?: boolean;
  /** True for an order that waits for its entry: the label is dimmed. */
  isHeld?: boolean;
  question: string;
  pending: string;
  /** The text of the button that trades at the market in place of the order. */
  instead: string;
  slider: { text: string; now: number } | null;
  /** The X's accessible name; null hides the X, undefined uses the default. */
  closeName?: string | null;
};

/** How short a label is: 0 shows all its texts, and each step drops one more. */
export type Brevity = 0 | 1 | 2 | 3;

/** The inputs of a label's last measurement, and the brevity that fitted. */
export type Fit = { key: string; brevity: Brevity };

export type LabelEvents = { ask(): void; confirm(): void; dismiss(): void; trade(): void };

export type Label = {
  root: HTMLElement;
  grip: HTMLElement;
  show(content: Content, mode: Mode): void;
  /** @param way the direction of a price out of view */
  setWay(way: 'up' | 'down' | undefined): void;
  /** Returns the width in pixels; 0 while hidden. */
  width(): number;
  focus(part: 'rest' | 'confirm' | 'note'): void;
};

function make(tag: string, className: string, parent: Element): HTMLElement {
  const element = Object.assign(document.createElement(tag), { className });
  parent.append(element);
  return element;
}

function button(parent: Element, className: string, press: () => void): HTMLButtonElement {
  const element = make('button', className, parent) as HTMLButtonElement;
  element.type = 'button';
  element.addEventListener('click', press);
  return element;
}

/** Changes `hidden` only where it differs, as Chromium restyles the element even for the same value. */
export const hide = (element: HTMLElement, isHidden: boolean) => {
  if (element.hidden !== isHidden) element.hidden = isHidden;
};

const turn = ({ dataset }: HTMLElement, way: 'up' | 'down' | undefined) => {
  if (way) dataset.way = way;
  else delete dataset.way;
};

function makeQuestion(bar: HTMLElement, isPosition: boolean, strings: LabelStrings, on: LabelEvents) {
  const root = make('span', 'chart-label-row', bar);
  const text = make('bdi', 'chart-label-part', root);
  // touch screens have no keys
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const answer = (word: string, key: string, press: () => void) => {
    const element = button(root, 'chart-label-part chart-label-answer', press);
    element.textContent = `${word} `;
    if (!isTouch) make('kbd', '', element).textContent = key;
    return element;
  };
  const yes = answer(isPosition ? strings.lineClose : strings.lineCancel, 'Enter', on.confirm);
  answer(strings.lineKeep, 'Esc', on.dismiss);
  return { root, text, yes };
}

function makeNote(bar: HTMLElement, strings: LabelStrings, on: LabelEvents) {
  const root = make('span', 'chart-label-row', bar);
  const text = make('span', '', root);
  const icon = make('span', '', text);
  icon.setAttribute('aria-hidden', 'true');
  const said = make('span', '', text);
  said.setAttribute('role', 'status');
  const instead = button(root, 'chart-label-part', on.trade);
  const dismissButton = button(root, 'chart-label-x', on.dismiss);
  dismissButton.innerHTML = CROSS;
  dismissButton.setAttribute('aria-label', strings.dismiss);
  return {
    dismissButton,
    show(content: Content, mode: Mode): void {
      const isSaid = mode.name === 'refused' || mode.name === 'lost';
      const isPending = mode.name === 'sending' && content.pending !== '';
      const isHidden = !isSaid && !isPending;
      if (isHidden && root.hidden) return;
      root.hidden = isHidden;
      icon.className = isSaid ? 'i-lucide-circle-alert size-3.5' : 'size-3.5';
      Object.assign(icon.style, isSaid ? STILL : BUSY);
      text.className = `${NOTE} ${mode.name === 'refused' ? 'text-loss' : ''}`;
      writeText(said, isSaid ? mode.sentence : isPending ? content.pending : '');
      writeText(instead, content.instead);
      hide(instead, mode.name !== 'refused' || !mode.canTrade);
      hide(dismissButton, mode.name !== 'refused');
    },
  };
}

/**
 * Neutral colours of a label that asks, sends, or got no response. Other labels have the style sheet's colours of gain
 * and loss.
 */
const COLOR_OF: Partial<Record<Mode['name'], string>> = {
  asking: 'var(--paper)',
  sending: 'var(--paper-3)',
  lost: 'var(--paper-3)',
};
const NOTE = 'chart-label-part chart-label-note flex items-center gap-1.5';
const STILL = { border: '', borderBlockStartColor: '', borderRadius: '', animation: '' };
const BUSY = {
  border: '2px solid var(--line-3)',
  borderBlockStartColor: 'var(--paper)',
  borderRadius: '50%',
  animation: 'spinner 1s linear infinite',
};
/** Inline, because each mask image takes a phone's main thread 20 ms. */
const CROSS =
  '<svg class="icon size-3.5" viewBox="0 0 24 24" aria-hidden="true"><path d="M18 6 6 18M6 6l12 12"/></svg>';

/** Creates the price tag on the axis. A position's tag is visible only while the position's line is out of view. */
function makeTag(root: HTMLElement, isPosition: boolean) {
  const tag = make('span', 'chart-line-tag', root);
  tag.setAttribute('aria-hidden', 'true');
  // the triangle shows where a price out of view is, not gain or loss
  tag.style.color = 'var(--line)';
  let way: 'up' | 'down' | undefined;
  function show(): void {
    turn(tag, way);
    hide(tag, tag.textContent === '' || (isPosition && !way));
    const isBeyond = way !== undefined && !tag.hidden;
    tag.classList.toggle('live-figure', isBeyond);
    // the triangle replaces the padding
    tag.style.paddingInline = isBeyond ? '3px' : '';
  }
  return {
    write(text: string): void {
      writeText(tag, text);
      show();
    },
    setWay(next: typeof way): void {
      if (next === way) return;
      way = next;
      show();
    },
  };
}

/** Creates a label. @param layer the parent of all labels of the chart @param isPosition false for an order */
export function makeLabel(
  layer: HTMLElement,
  isPosition: boolean,
  strings: LabelStrings,
  on: LabelEvents,
): Label {
  const root = make('div', 'chart-line', layer);
  root.dataset.kind = isPosition ? 'position' : 'order';
  // hidden until it is positioned
  root.hidden = true;
  const bar = make('div', 'chart-label', root);
  bar.setAttribute('role', 'group');
  const restRow = make('span', 'chart-label-row', bar);
  const grip = make('span', 'chart-label-row chart-label-grip', restRow);
  // a press can focus the grip, which shows the label's X on the smallest charts
  grip.tabIndex = -1;
  const [name, figure, detail] = ['bdi', 'bdi', 'bdi'].map((tag) => make(tag, 'chart-label-part', grip));
  for (const part of [name!, figure!]) part.classList.add('live-figure');
  // the triangle shows the side, not gain or loss
  name!.style.color = 'inherit';
  figure!.dir = 'ltr';
  const close = button(restRow, 'chart-label-x', on.ask);
  close.innerHTML = CROSS;
  const question = makeQuestion(bar, isPosition, strings, on);
  const note = makeNote(bar, strings, on);
  const tag = makeTag(root, isPosition);

  function showSlider({ slider }: Content): void {
    if (!slider) return;
    const facts = { role: 'slider', tabindex: '0', 'aria-valuetext': slider.text, 'aria-label': slider.text };
    for (const [key, value] of Object.entries(facts)) grip.setAttribute(key, value);
    grip.setAttribute('aria-orientation', 'vertical');
    grip.setAttribute('aria-valuenow', String(slider.now));
    grip.setAttribute('aria-valuemin', '0');
    grip.setAttribute('aria-valuemax', String(slider.now * 10));
  }

  return {
    root,
    grip,
    setWay: tag.setWay,
    width: () => bar.offsetWidth,
    show(content, mode) {
      Object.assign(root.dataset, { mode: mode.name, tone: content.tone });
      root.toggleAttribute('data-held', content.isHeld === true);
      const modeColor = COLOR_OF[mode.name] ?? '';
      root.style.setProperty('--line', modeColor);
      root.style.setProperty('--deep', modeColor && 'var(--ink-3)');
      bar.setAttribute('aria-label', content.spoken ?? content.name);
      writeText(name!, content.name);
      writeText(figure!, content.figure);
      turn(name!, content.side);
      turn(figure!, content.way);
      figure!.toggleAttribute('data-old', content.isOld ?? false);
      writeText(detail!, content.detail);
      hide(detail!, content.detail === '');
      tag.write(content.tag);
      writeText(question.text, content.question);
      const usual = isPosition ? strings.lineClosePosition : strings.lineCancelOrder;
      close.setAttribute('aria-label', content.closeName ?? usual);
      const isSent = mode.name === 'sending';
      grip.style.color = isSent ? 'var(--line)' : '';
      figure!.style.color = isSent ? 'inherit' : '';
      hide(close, isSent || content.closeName === null);
      // the row also stays, dimmed, while a request is being sent: hiding it would take the focus from the grip
      hide(restRow, mode.name !== 'rest' && mode.name !== 'moving' && !(isSent && content.pending === ''));
      hide(question.root, mode.name !== 'asking');
      note.show(content, mode);
      showSlider(content);
    },
    focus: (part) => {
      const restTarget = grip.tabIndex === 0 ? grip : close;
      ({ confirm: question.yes, note: note.dismissButton, rest: restTarget })[part].focus();
    },
  };
}
