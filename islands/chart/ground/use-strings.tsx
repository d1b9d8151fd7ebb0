import { createContext, useContext } from 'react';
import type { ChartStrings } from './strings.ts';

const StringsContext = createContext<ChartStrings | null>(null);

export const StringsProvider = StringsContext.Provider;

export function useStrings(): ChartStrings {
  return useContext(StringsContext)!;
}
