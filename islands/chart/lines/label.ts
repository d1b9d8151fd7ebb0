/** A line's label, axis tag and questions, as elements over the chart. */
import type { ChartStrings } from '../ground/strings.ts';

/** What a label is doing. */
export type Mode =
  | { name: 'rest' }
  /** The X was pressed. */
  | { name: 'asking' }
  /** Dragged or stepped, not sent. */
  | { name: 'moving'; price: string }
  | { name: 'sending'; price: string | null }
  /** @property canTrade its stop is reached: it may be traded at the market instead */
  | { name: 'refused'; sentence: string; canTrade: boolean }
  /** Nobody knows yet whether it was done. */
  | { name: 'lost'; sentence: string };

/** What a label says. */
export type Content = {
  /** "Long 25", "Stop". */
  name: string;
  /** Where the name is shortened. */
  spoken?: string;
  /** Whether it gains from rising or falling prices. */
  side: 'up' | 'down' | undefined;
  figure: string;
  way: 'up' | 'down' | undefined;
  /** Shares of an order, or where it was before it was moved. */
  detail: string;
  /** Empty: the axis has its price already. */
  tag: string;
  tone: 'gain' | 'loss' | 'plain' | 'entry';
  question: string;
  pending: string;
  /** Trades at the market what the order would have. */
  instead: string;
  slider: { text: string; now: number } | null;
  /** What the X is called; none: it is not there. Left out: the usual one. */
  closeName?: string | null;
};

/** 0 is everything; each further step leaves out more. */
export type Brevity = 0 | 1 | 2 | 3;

/** The texts and room a label was measured with, and the step of brevity that fits. */
export type Fit = { key: string; brevity: Brevity };

export type LabelEvents = { ask(): void; confirm(): void; dismiss(): void; trade(): void };

export type Label = {
  root: HTMLElement;
  grip: HTMLElement;
  show(content: Content, mode: Mode): void;
  /** @param way in which its price is out of sight */
  setWay(way: 'up' | 'down' | undefined): void;
  /** Pixels; 0 while it is hidden. */
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

const write = (element: HTMLElement, text: string) => {
  if (element.textContent !== text) element.textContent = text;
};

const turn = ({ dataset }: HTMLElement, way: 'up' | 'down' | undefined) => {
  if (way) dataset.way = way;
  else delete dataset.way;
};

/** The question of an X: "Close 25 at 146.38?" with its two answers. */
function makeQuestion(bar: HTMLElement, isPosition: boolean, strings: ChartStrings, on: LabelEvents) {
  const root = make('span', 'chart-label-row', bar);
  const text = make('bdi', 'chart-label-part', root);
  // a finger has no keys
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

/** A spinner while an answer is awaited, a sign before a refusal, and the button that does something else instead. */
function makeNote(bar: HTMLElement, strings: ChartStrings, on: LabelEvents) {
  const root = make('span', 'chart-label-row', bar);
  const text = make('span', '', root);
  const icon = make('span', '', text);
  icon.setAttribute('aria-hidden', 'true');
  const said = make('span', '', text);
  said.setAttribute('role', 'status');
  const instead = button(root, 'chart-label-part', on.trade);
  const gone = button(root, 'chart-label-x', on.dismiss);
  gone.innerHTML = CROSS;
  gone.setAttribute('aria-label', strings.dismiss);
  return {
    gone,
    show(content: Content, mode: Mode): void {
      const isSaid = mode.name === 'refused' || mode.name === 'lost';
      const isPending = mode.name === 'sending' && content.pending !== '';
      root.hidden = !isSaid && !isPending;
      icon.className = isSaid ? 'i-lucide-circle-alert size-3.5' : 'size-3.5';
      Object.assign(icon.style, isSaid ? STILL : BUSY);
      text.className = `${NOTE} ${mode.name === 'refused' ? 'text-loss' : ''}`;
      write(said, isSaid ? mode.sentence : isPending ? content.pending : '');
      write(instead, content.instead);
      instead.hidden = mode.name !== 'refused' || !mode.canTrade;
      gone.hidden = mode.name !== 'refused';
    },
  };
}

/** The neutral color while it asks or awaits an answer, otherwise that of the gain or loss. */
const COLOR_OF: Partial<Record<Mode['name'], string>> = {
  asking: 'var(--paper)',
  sending: 'var(--paper-3)',
  lost: 'var(--paper-3)',
};
const NOTE = 'chart-label-part chart-label-note flex items-center gap-1.5';
const STILL = { border: '', borderBlockStartColor: '', borderRadius: '', animation: '' };
/** A ring that turns. */
const BUSY = {
  border: '2px solid var(--line-3)',
  borderBlockStartColor: 'var(--paper)',
  borderRadius: '50%',
  animation: 'spinner 1s linear infinite',
};
const CROSS = '<span class="i-lucide-x size-3.5" aria-hidden="true"></span>';

/** The price on the axis, which has that of a position already, unless the line is out of sight. */
function makeTag(root: HTMLElement, isPosition: boolean) {
  const tag = make('span', 'chart-line-tag', root);
  tag.setAttribute('aria-hidden', 'true');
  // the triangle of a price out of sight says where it is, not what it gains
  tag.style.color = 'var(--line)';
  let way: 'up' | 'down' | undefined;
  function show(): void {
    turn(tag, way);
    tag.hidden = tag.textContent === '' || (isPosition && !way);
    const isBeyond = way !== undefined && !tag.hidden;
    tag.classList.toggle('live-figure', isBeyond);
    // the triangle takes the room of the padding
    tag.style.paddingInline = isBeyond ? '3px' : '';
  }
  return {
    write(text: string): void {
      write(tag, text);
      show();
    },
    setWay(next: typeof way): void {
      if (next === way) return;
      way = next;
      show();
    },
  };
}

/** @param layer where all labels of the chart are @param isPosition else an order's */
export function makeLabel(
  layer: HTMLElement,
  isPosition: boolean,
  strings: ChartStrings,
  on: LabelEvents,
): Label {
  const root = make('div', 'chart-line', layer);
  root.dataset.kind = isPosition ? 'position' : 'order';
  // until it has a place
  root.hidden = true;
  const bar = make('div', 'chart-label', root);
  bar.setAttribute('role', 'group');
  const rest = make('span', 'chart-label-row', bar);
  const grip = make('span', 'chart-label-row chart-label-grip', rest);
  const [name, figure, detail] = ['bdi', 'bdi', 'bdi'].map((tag) => make(tag, 'chart-label-part', grip));
  for (const part of [name!, figure!]) part.classList.add('live-figure');
  // the triangle of its side is no gain
  name!.style.color = 'inherit';
  figure!.dir = 'ltr';
  const close = button(rest, 'chart-label-x', on.ask);
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
      const own = COLOR_OF[mode.name] ?? '';
      root.style.setProperty('--line', own);
      root.style.setProperty('--deep', own && 'var(--ink-3)');
      bar.setAttribute('aria-label', content.spoken ?? content.name);
      write(name!, content.name);
      write(figure!, content.figure);
      turn(name!, content.side);
      turn(figure!, content.way);
      write(detail!, content.detail);
      detail!.hidden = content.detail === '';
      tag.write(content.tag);
      write(question.text, content.question);
      const usual = isPosition ? strings.lineClosePosition : strings.lineCancelOrder;
      close.setAttribute('aria-label', content.closeName ?? usual);
      const isSent = mode.name === 'sending';
      grip.style.color = isSent ? 'var(--line)' : '';
      figure!.style.color = isSent ? 'inherit' : '';
      close.hidden = isSent || content.closeName === null;
      // what is sent stays as it was, dimmed, and the grip keeps the focus
      rest.hidden = mode.name !== 'rest' && mode.name !== 'moving' && !(isSent && content.pending === '');
      question.root.hidden = mode.name !== 'asking';
      note.show(content, mode);
      showSlider(content);
    },
    focus: (part) => {
      const own = grip.tabIndex === 0 ? grip : close;
      ({ confirm: question.yes, note: note.gone, rest: own })[part].focus();
    },
  };
}
