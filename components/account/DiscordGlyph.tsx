/** Discord's mark in its own blurple, lightened until it reads on ink. */
export function DiscordGlyph() {
  return (
    <svg viewBox="0 0 24 18" width="18" height="14" fill="var(--discord)" aria-hidden="true">
      <path d="M20.3 1.5A19.6 19.6 0 0 0 15.4 0l-.6 1.3a18 18 0 0 0-5.5 0L8.6 0a19.6 19.6 0 0 0-5 1.5C.6 6-.3 10.5.1 14.9A20 20 0 0 0 6.2 18l1.3-2.1a12.6 12.6 0 0 1-2-1l.5-.4a14 14 0 0 0 12 0l.5.4a12.6 12.6 0 0 1-2 1l1.3 2.1a20 20 0 0 0 6.1-3.1c.5-5.1-.9-9.6-3.6-13.4ZM8 12.2c-1.2 0-2.2-1.1-2.2-2.4S6.8 7.4 8 7.4s2.2 1.1 2.2 2.4-1 2.4-2.2 2.4Zm8 0c-1.2 0-2.2-1.1-2.2-2.4s1-2.4 2.2-2.4 2.2 1.1 2.2 2.4-1 2.4-2.2 2.4Z" />
    </svg>
  );
}
