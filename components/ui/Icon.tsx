/** Lucide icons, drawn by the stylesheet as masks. Literal class names, so that the build finds them. */
const ICONS = {
  'arrow-down': 'i-lucide-arrow-down',
  'arrow-left': 'i-lucide-arrow-left',
  'arrow-up-right': 'i-lucide-arrow-up-right',
  briefcase: 'i-lucide-briefcase',
  'chart-area': 'i-lucide-chart-area',
  'chart-bar': 'i-lucide-chart-bar',
  'chart-candlestick': 'i-lucide-chart-candlestick',
  'chart-line': 'i-lucide-chart-line',
  'chart-spline': 'i-lucide-chart-spline',
  check: 'i-lucide-check',
  'chevron-down': 'i-lucide-chevron-down',
  'chevron-left': 'i-lucide-chevron-left',
  'chevron-right': 'i-lucide-chevron-right',
  'circle-alert': 'i-lucide-circle-alert',
  'circle-check': 'i-lucide-circle-check',
  'circle-question-mark': 'i-lucide-circle-question-mark',
  'external-link': 'i-lucide-external-link',
  eye: 'i-lucide-eye',
  'eye-off': 'i-lucide-eye-off',
  'grid-2x2': 'i-lucide-grid-2x2',
  languages: 'i-lucide-languages',
  layers: 'i-lucide-layers',
  'log-out': 'i-lucide-log-out',
  mail: 'i-lucide-mail',
  minus: 'i-lucide-minus',
  move: 'i-lucide-move',
  'octagon-alert': 'i-lucide-octagon-alert',
  pencil: 'i-lucide-pencil',
  'pencil-line': 'i-lucide-pencil-line',
  phone: 'i-lucide-phone',
  play: 'i-lucide-play',
  plus: 'i-lucide-plus',
  'rotate-ccw': 'i-lucide-rotate-ccw',
  search: 'i-lucide-search',
  settings: 'i-lucide-settings',
  'sliders-horizontal': 'i-lucide-sliders-horizontal',
  square: 'i-lucide-square',
  trash: 'i-lucide-trash',
  user: 'i-lucide-user',
  x: 'i-lucide-x',
} as const;

export type IconName = keyof typeof ICONS;

type Props = { name: IconName; size?: string; className?: string };

/** Decorative: the control around it carries the name. `size` is a utility. */
export function Icon({ name, size = 'size-4.5', className = '' }: Props) {
  return <span aria-hidden="true" className={`inline-block ${size} ${ICONS[name]} ${className}`} />;
}
