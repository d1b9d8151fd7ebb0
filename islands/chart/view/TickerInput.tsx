import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { PanelRequest } from '#components/chart/panel.ts';
import { Icon } from '#components/ui/Icon.tsx';
import { cleanTicker, enteredTicker } from '#core/market/ticker.ts';
import { useDraft } from '#framework/islands/hooks.ts';
import { recentTickers } from '../data/browser-store.ts';
import type { Suggestion } from '../data/market.ts';
import { GetForm } from '../ground/GetForm.tsx';
import type { ChartStrings } from '../ground/strings.ts';
import { useStrings } from '../ground/use-strings.tsx';

type TickerInputProps = {
  request: PanelRequest;
  /** @returns true when the panel accepts the ticker */
  onTicker(symbol: string): boolean;
};

/** The ticker input. It cleans typed text (docs/rules/10-chart.md 1) and suggests tickers; only Enter takes one. */
export function TickerInput({ request, onTicker }: TickerInputProps) {
  const strings = useStrings();
  const listId = useId();
  const { symbol } = request;
  const draft = useDraft(symbol);
  const { value, set } = draft;
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const matches = useSuggestions(open, value, symbol);
  /** True after Enter or a chosen company, until the text changes. */
  const entered = useRef(false);

  function type(text: string): void {
    entered.current = false;
    set(cleanTicker(text));
    setChosen(-1);
    setOpen(true);
  }
  function close(): void {
    setOpen(false);
    setChosen(-1);
  }
  function take(next: string): void {
    close();
    entered.current = true;
    set(next !== '' && onTicker(next) ? next : symbol);
  }
  useTypedBefore(draft.field.ref, symbol, type);
  useShown(symbol, set);

  const isListed = open && matches.length > 0;
  return (
    <GetForm
      request={request}
      omit="symbol"
      className="chart-find relative"
      onSubmit={() => take(matches[chosen]?.symbol ?? enteredTicker(value))}
    >
      <Icon
        name="search"
        size="size-4"
        className="pointer-events-none absolute start-2.5 top-1/2 text-paper-3 up-half"
      />
      <input
        {...draft.field}
        {...comboboxOf(listId, isListed, chosen)}
        {...textsOf(strings)}
        onChange={(event) => type(event.currentTarget.value)}
        onFocus={(event) => {
          event.currentTarget.select();
          setOpen(true);
        }}
        onBlur={() => {
          setOpen(false);
          // an entered ticker may be unknown: restore the chart's ticker
          if (entered.current) set(symbol);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            setOpen(true);
            const step = event.key === 'ArrowDown' ? 1 : -1;
            setChosen((now) => Math.min(matches.length - 1, Math.max(-1, now + step)));
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            close();
            set(symbol);
          }
        }}
      />
      <Matches
        listId={listId}
        chosen={chosen}
        label={value === symbol ? strings.recent : strings.suggestions}
        matches={isListed ? matches : []}
        onTake={take}
      />
    </GetForm>
  );
}

const textsOf = (strings: ChartStrings) =>
  ({
    name: 'symbol',
    type: 'text',
    'aria-label': strings.ticker,
    title: strings.tickerHint,
    placeholder: strings.ticker,
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
    enterKeyHint: 'go',
    className: 'chart-ticker',
  }) as const;

const comboboxOf = (listId: string, isListed: boolean, chosen: number) =>
  ({
    role: 'combobox',
    'aria-expanded': isListed,
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    'aria-activedescendant': isListed && chosen >= 0 ? `${listId}-${chosen}` : undefined,
  }) as const;

type MatchesProps = {
  listId: string;
  label: string;
  matches: readonly Suggestion[];
  chosen: number;
  onTake(symbol: string): void;
};

function Matches({ listId, label, matches, chosen, onTake }: MatchesProps) {
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={label}
      hidden={matches.length === 0}
      className="chart-matches popover"
    >
      {matches.map((each, i) => (
        <div
          key={each.symbol}
          id={`${listId}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === chosen}
          className="menu-item"
          // otherwise a press would blur the input, and the list would close before the click
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(each.symbol)}
          onKeyDown={() => {}}
        >
          <b className="w-16 shrink-0 font-600">{each.symbol}</b>
          <span className="truncate text-paper-3">{each.companyName}</span>
        </div>
      ))}
    </div>
  );
}

/** Treats text that was typed, or a focus that was set, before hydration like later input. */
function useTypedBefore(
  input: RefObject<HTMLInputElement | null>,
  symbol: string,
  type: (text: string) => void,
): void {
  const first = useRef({ symbol, type });
  useEffect(() => {
    const { value } = input.current!;
    const { symbol, type } = first.current;
    if (document.activeElement === input.current || value !== symbol) type(value);
  }, [input]);
}

function useShown(symbol: string, set: (text: string) => void): void {
  const previousSymbol = useRef(symbol);
  useEffect(() => {
    if (previousSymbol.current !== symbol) set(symbol);
    previousSymbol.current = symbol;
  }, [symbol, set]);
}

/** The debounce delay of searches, ms. */
const PAUSE_MS = 150;
const MOST_FOUND = 8;

/** Returns at most MOST_FOUND matching companies; the recent tickers when the text is empty or the chart's ticker. */
function useSuggestions(open: boolean, value: string, symbol: string): Suggestion[] {
  const [matches, setFound] = useState<Suggestion[]>([]);
  useEffect(() => {
    if (!open) return;
    const search = new AbortController();
    const isUnchanged = value === symbol || value === '';
    const timer = setTimeout(
      async () => {
        const rows = isUnchanged
          ? recentTickers()
          : await (await import('../data/market.ts')).searchCompanies(value, search.signal);
        if (!search.signal.aborted) setFound(rows.slice(0, MOST_FOUND));
      },
      isUnchanged ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [open, value, symbol]);
  return matches;
}
