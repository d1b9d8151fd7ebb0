/** The dashed line with two notches between the offer and the commitment. */
export function Tear() {
  return (
    <div className="relative my-3.5 border-t border-dashed border-line-3" aria-hidden="true">
      <span className="absolute h-3.5 w-3.5 rounded-full bg-ink-1 -start-6 -top-2" />
      <span className="absolute h-3.5 w-3.5 rounded-full bg-ink-1 -end-6 -top-2" />
    </div>
  );
}
