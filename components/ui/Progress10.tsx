type Props = {
  /** 0 to 100. */
  percent: number;
  label: string;
  /** The bar's value for screen readers: "286 / 385 XP". */
  text: string;
  tall?: boolean;
};

/** Ten segments in the text colour. The segment in progress is filled in part. */
export function Progress10({ percent, label, text, tall = false }: Props) {
  return (
    <div
      className={`progress ${tall ? 'h-4' : 'h-2.5'}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={text}
    >
      {Array.from({ length: 10 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ten places that never move
        <span key={i}>
          <span
            style={{
              inlineSize: `${Math.min(100, Math.max(0, percent * 10 - i * 100))}%`,
              animationDelay: `${i * 30}ms`,
            }}
          />
        </span>
      ))}
    </div>
  );
}
