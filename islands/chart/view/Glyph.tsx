/** A sign drawn by its path: what a menu alone shows would weigh on every visit as a rule of the sheet. */
export const Glyph = ({ d, className = '' }: { d: string; className?: string }) => (
  <svg className={`icon size-4 ${className}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
);

/** What is on or chosen. */
export const CheckSign = () => <Glyph d="M20 6L9 17l-5-5" className="ms-auto" />;
