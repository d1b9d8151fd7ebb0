import { useT } from '#framework/page.tsx';

type Figure = 'side' | 'shares' | 'entry' | 'last' | 'price' | 'pnl' | 'value' | 'allocation';
type Name =
  | Figure
  | 'symbol'
  | 'order'
  | 'status'
  | 'until'
  | 'result'
  | 'when'
  | 'target'
  | 'stop'
  | 'actions';

/** Columns that a narrow table leaves out. */
const CLASSES: Partial<Record<Name, string>> = {
  last: 'dock-last',
  value: 'dock-worth',
  allocation: 'dock-worth',
};

/** The heads of a list's columns; the buttons' column has one for screen readers alone. */
export function Heads({ names }: { names: readonly (Name | false)[] }) {
  const t = useT();
  return (
    <thead>
      <tr>
        {names.map(
          (name) =>
            name && (
              <th key={name} scope="col" className={CLASSES[name]}>
                {name === 'actions' ? (
                  <span className="sr-only">{t('dock:actions')}</span>
                ) : (
                  t(`dock:${name}`)
                )}
              </th>
            ),
        )}
      </tr>
    </thead>
  );
}
