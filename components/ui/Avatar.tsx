import { initials } from '#core/account/username.ts';

type Props = { username: string; logoUrl: string | null; size?: number };

/** A trader's octagon with the logo, or with the first two letters of the name. @param size px */
export function Avatar({ username, logoUrl, size = 30 }: Props) {
  if (logoUrl)
    return (
      <img className="octagon shrink-0" src={logoUrl} width={size} height={size} alt="" loading="lazy" />
    );
  return (
    <span
      className="octagon inline-flex shrink-0 items-center justify-center bg-ink-4 font-500 text-paper-2"
      style={{ width: size, height: size, fontSize: Math.max(11, Math.round(size * 0.36)) }}
      aria-hidden="true"
    >
      {initials(username)}
    </span>
  );
}
