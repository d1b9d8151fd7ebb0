/** The pit seen from above: an octagon, and the market's triangle standing in it. */
export function BrandMark({ className = 'h-7 w-7' }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8.8 1.5h10.4l7.3 7.3v10.4l-7.3 7.3H8.800l-7.3-7.300V8.800ZM14 8.2 20.2 19H7.800ZM2 19h24" />
    </svg>
  );
}
