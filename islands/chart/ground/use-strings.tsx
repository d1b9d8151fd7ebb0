import { createContext, useContext } from 'react';
import type { ChartStrings } from './strings.ts';

const StringsContext = createContext<ChartStrings | null>(null);

/** Gives the components below it the chart's sentences. */
export const StringsProvider = StringsContext.Provider;

/** Returns the chart's sentences in the page's language. */
export function useStrings(): ChartStrings {
  return useContext(StringsContext)!;
}
