/** A line's label, axis tag and questions, as elements over the chart. */
import type { ChartStrings } from '../panel/strings.ts';

/** What a label is doing. */
export type Mode =
  | { name: 'rest' }
  /** The X was pressed. */
  | { name: 'asking' }
  /** Dragged or stepped, not sent. */
  | { name: 'moving'; price: string }
  | { name: 'sending'; price: string | null }
  | { name: 'refused'; sentence: string };

/** What a label says. */
export type Content = {
  /** "Long 25", "Stop". */
  name: string;
  figure: string;
  way: 'up' | 'down' | undefined;
  /** Shares of an order, or where it was before it was moved. */
  detail: string;
  tag: string;
  tone: 'gain' | 'loss' | 'plain';
  question: string;
  pending: string;
  slider: { text: string; now: number } | null;
  /** What the X is called; none: it is not there. Left out: the usual one. */
  closeName?: string | null;
};

export type LabelEvents = { ask(): void; confirm(): void; dismiss(): void };

export type Label = {
  root: HTMLElement;
  grip: HTMLElement;
  show(content: Content, mode: Mode): void;
  focus(part: 'rest' | 'confirm'): void;
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

/** The question of an X: "Close 25 at 146.38?" with its two answers. */
function makeQuestion(bar: HTMLElement, isPosition: boolean, strings: ChartStrings, on: LabelEvents) {
  const root = make('span', 'chart-label-row', bar);
  const text = make('bdi', 'chart-label-part', root);
  const answer = (word: string, key: string, press: () => void) => {
    const element = button(root, 'chart-label-part chart-label-answer', press);
    element.textContent = `${word} `;
    make('kbd', '', element).textContent = key;
    return element;
  };
  const yes = answer(isPosition ? strings.lineClose : strings.lineCancel, 'Enter', on.confirm);
  answer(strings.lineKeep, 'Esc', on.dismiss);
  return { root, text, yes };
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
  figure!.classList.add('live-figure');
  figure!.dir = 'ltr';
  const close = button(rest, 'chart-label-x', on.ask);
  close.innerHTML = '<span class="i-lucide-x size-3.5" aria-hidden="true"></span>';
  const question = makeQuestion(bar, isPosition, strings, on);
  const note = make('span', 'chart-label-row', bar);
  const said = make('span', 'chart-label-part', note);
  said.setAttribute('role', 'status');
  const gone = button(note, 'chart-label-x', on.dismiss);
  gone.innerHTML = close.innerHTML;
  gone.setAttribute('aria-label', strings.dismiss);
  const tag = make('span', 'chart-line-tag', root);
  tag.setAttribute('aria-hidden', 'true');

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
    show(content, mode) {
      Object.assign(root.dataset, { mode: mode.name, tone: content.tone });
      bar.setAttribute('aria-label', content.name);
      write(name!, content.name);
      write(figure!, content.figure);
      if (content.way) figure!.dataset.way = content.way;
      else delete figure!.dataset.way;
      write(detail!, content.detail);
      detail!.hidden = content.detail === '';
      write(tag, content.tag);
      tag.hidden = isPosition;
      write(question.text, content.question);
      write(said, mode.name === 'refused' ? mode.sentence : mode.name === 'sending' ? content.pending : '');
      const usual = isPosition ? strings.lineClosePosition : strings.lineCancelOrder;
      close.setAttribute('aria-label', content.closeName ?? usual);
      close.hidden = content.closeName === null;
      rest.hidden = mode.name !== 'rest' && mode.name !== 'moving';
      question.root.hidden = mode.name !== 'asking';
      note.hidden = mode.name !== 'refused' && mode.name !== 'sending';
      gone.hidden = mode.name !== 'refused';
      showSlider(content);
    },
    focus: (part) => (part === 'confirm' ? question.yes : grip.tabIndex === 0 ? grip : close).focus(),
  };
}
