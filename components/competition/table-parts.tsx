/** What the running table and the final one of a season have in common. */
import { useT } from '#framework/page.tsx';
import { SimMark } from '../simulated/SimMark.tsx';

/** Rows that are left out. */
export function GapRow({ className, columns }: { className: string; columns: number }) {
  return (
    <tr className="border-t border-line-1 text-paper-3">
      <td className={className} colSpan={columns}>
        ···
      </td>
    </tr>
  );
}

type TraderName = { username: string; isSimulated: boolean };

/** A trader's name with what is known of them; the reader's own says so. */
export function RowName({ row: { username, isSimulated }, isOwn }: { row: TraderName; isOwn: boolean }) {
  const t = useT();
  return (
    <>
      <bdi>{username}</bdi> {isSimulated && <SimMark />}
      {isOwn && <span className="tag season-you">{t('leaderboards:you')}</span>}
    </>
  );
}
