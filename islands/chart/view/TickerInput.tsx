import { useEffect, useId, useRef, useState } from 'react';
import type { PanelRequest } from '#components/chart/panel.ts';
import { cleanTicker } from '#core/market/ticker.ts';
import { useDraft } from '#framework/islands/use-draft.ts';
import type { Suggestion } from '../data/company.ts';
import { recentTickers } from '../data/recent.ts';
import { market } from '../panel/parts.ts';
import type { ChartStrings } from '../panel/strings.ts';
import { GetForm } from './GetForm.tsx';

/** Searches wait for this long a pause in typing. */
const PAUSE_MS = 150;

/**
 * The ticker input: what is typed is cleaned as docs/rules/10-chart.md 1 says, and nothing changes before Enter. Below
 * it companies that match, or the recent tickers while it is unchanged.
 */
export function TickerInput({
  request,
  strings,
  onTicker,
}: {
  request: PanelRequest;
  strings: ChartStrings;
  /** @returns whether the panel goes there */
  onTicker(symbol: string): boolean;
}) {
  const listId = useId();
  const draft = useDraft(request.symbol);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const [found, setFound] = useState<Suggestion[]>([]);
  const shown = useRef(request.symbol);
  const entered = useRef(false);
  const { value, set } = draft;

  useEffect(() => {
    if (shown.current === request.symbol) return;
    shown.current = request.symbol;
    set(request.symbol);
  }, [request.symbol, set]);

  useEffect(() => {
    if (!open) return;
    const search = new AbortController();
    const unchanged = value === shown.current || value === '';
    const timer = setTimeout(
      async () => {
        const rows = unchanged ? recentRows() : await searchFor(value, search.signal);
        if (!search.signal.aborted) setFound(rows.slice(0, 8));
      },
      unchanged ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [open, value]);

  function take(symbol: string): void {
    setOpen(false);
    setChosen(-1);
    entered.current = true;
    set(symbol !== '' && onTicker(symbol) ? symbol : request.symbol);
  }

  function onKeyDown(event: React.KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setChosen((now) => Math.min(found.length - 1, Math.max(-1, now + step)));
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
      setChosen(-1);
      set(request.symbol);
    }
  }

  const listed = open && found.length > 0;
  return (
    <GetForm
      request={request}
      omit="symbol"
      className="relative lt-md:order-1"
      onSubmit={() => take(found[chosen]?.symbol ?? cleanTicker(value))}
    >
      <span
        className="i-lucide-search pointer-events-none absolute start-2.5 top-1/2 size-4 text-paper-3 -translate-y-1/2"
        aria-hidden="true"
      />
      <input
        {...draft.field}
        name="symbol"
        type="text"
        role="combobox"
        aria-label={strings.ticker}
        aria-expanded={listed}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={listed && chosen >= 0 ? `${listId}-${chosen}` : undefined}
        title={strings.tickerHint}
        placeholder={strings.ticker}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        className="chart-ticker"
        onChange={(event) => {
          entered.current = false;
          set(cleanTicker(event.currentTarget.value));
          setChosen(-1);
          setOpen(true);
        }}
        onFocus={(event) => {
          event.currentTarget.select();
          setOpen(true);
        }}
        onBlur={() => {
          setOpen(false);
          // what was entered and turned out to be unknown is not what the chart shows
          if (entered.current) set(request.symbol);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={value === request.symbol ? strings.recent : strings.suggestions}
        hidden={!listed}
        className="chart-found popover"
      >
        {listed &&
          found.map((each, i) => (
            <div
              key={each.symbol}
              id={`${listId}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === chosen}
              className="menu-item"
              // Pressing must not blur the input first, or the list is gone before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(each.symbol)}
              onKeyDown={() => {}}
            >
              <b className="w-16 font-600">{each.symbol}</b>
              <span className="truncate text-paper-3">{each.companyName}</span>
            </div>
          ))}
      </div>
    </GetForm>
  );
}

function recentRows(): Suggestion[] {
  return recentTickers().map((each) => ({ ...each, exchange: '' }));
}

async function searchFor(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const { searchCompanies } = await market();
  return searchCompanies(text, signal);
}
