export const NUMERALS = ['I', 'II', 'III', 'IV', 'V'] as const;

/** Five sub-levels of a rank, the reached ones in the colour of the text around them. @param reached 0 to 5 */
export function Marks({ reached, label }: { reached: number; label: string }) {
  return (
    <span className="flex justify-center gap-1.5" role="img" aria-label={label}>
      {NUMERALS.map((numeral, i) => (
        <span key={numeral} className="grid justify-items-center gap-1.5" aria-hidden="true">
          <span className={`h-2.5 w-6.5 ${i < reached ? 'bg-current' : 'bg-ink-4'}`} />
          <span className={`text-micro ${i < reached ? 'text-paper' : 'text-paper-3'}`}>{numeral}</span>
        </span>
      ))}
    </span>
  );
}
