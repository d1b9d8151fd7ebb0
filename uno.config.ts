/** The one stylesheet's vocabulary: the design's tokens, steps and shortcuts. Logical directions only. */
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { defineConfig, presetIcons, presetWind3 } from 'unocss';

const colors = {
  ink: { 0: '#07080b', 1: '#0b0d11', 2: '#12151b', 3: '#191d25', 4: '#232833' },
  line: { 1: '#1e232c', 2: '#303744', 3: '#667085' },
  paper: { DEFAULT: '#f3f0e6', 2: '#b9bab8', 3: '#939aa6', off: '#5b6270' },
  gain: { DEFAULT: '#46dcae', deep: '#0f2a22' },
  loss: { DEFAULT: '#ff6b5e', deep: '#331715' },
  xp: { DEFAULT: '#93a9ff', deep: '#1c2550' },
  tkf: { DEFAULT: '#f2c45a', deep: '#33280d' },
  rarity: {
    basic: '#a3abb9',
    silver: '#d3deea',
    platinum: '#74dde0',
    clutch: '#ff9663',
    imperial: '#c9a2ff',
  },
  rank: {
    cadet: '#aab2c0',
    lieutenant: '#79b4ff',
    captain: '#a99bff',
    commander: '#ff9d66',
    general: '#f6d77c',
  },
};

/** Size / line height, weight and tracking of the type steps; small screens get the second size. */
const steps: Record<string, string> = {
  'text-prize':
    'text-[56px] leading-[60px] font-600 tracking-[-.035em] min-[700px]:text-[104px] min-[700px]:leading-[112px]',
  'text-price':
    'text-[52px] leading-[52px] font-600 tracking-[-.03em] min-[700px]:text-[72px] min-[700px]:leading-[72px]',
  'text-hero':
    'text-[28px] leading-[34px] font-600 tracking-[-.02em] min-[700px]:text-[40px] min-[700px]:leading-[46px]',
  'text-h1':
    'text-[22px] leading-[28px] font-600 tracking-[-.015em] min-[700px]:text-[28px] min-[700px]:leading-[34px]',
  'text-h2': 'text-[20px] leading-[26px] font-600 tracking-[-.01em]',
  'text-stat': 'text-[22px] leading-[28px] font-600 tracking-[-.01em]',
  'text-h3': 'text-[16px] leading-[22px] font-600',
  'text-body': 'text-[14px] leading-[20px]',
  'text-small': 'text-[13px] leading-[18px]',
  'text-caption': 'text-[12px] leading-[16px]',
  'text-micro': 'text-[11px] leading-[14px] font-500',
};

const control =
  'inline-flex items-center justify-center gap-2 rounded-[6px] text-[14px] font-600 min-h-9 px-4 coarse:min-h-11 no-underline cursor-pointer select-none whitespace-nowrap transition-colors duration-120 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed';
const off =
  'disabled:bg-ink-3 disabled:border-line-1 disabled:text-paper-off aria-disabled:bg-ink-3 aria-disabled:border-line-1 aria-disabled:text-paper-off';

export default defineConfig({
  presets: [
    presetWind3(),
    presetIcons({
      collections: { lucide: () => lucide },
      mode: 'mask',
      extraProperties: { 'flex-shrink': '0' },
    }),
  ],
  theme: { colors },
  variants: [
    (matcher) =>
      matcher.startsWith('coarse:')
        ? { matcher: matcher.slice(7), parent: '@media (pointer: coarse)' }
        : matcher,
  ],
  shortcuts: [
    steps,
    {
      btn: `${control} border border-transparent ${off}`,
      'btn-primary': 'bg-paper text-ink-0 hover:bg-white active:bg-paper-2',
      'btn-secondary': 'bg-ink-3 border-line-2 text-paper hover:bg-ink-4',
      'btn-ghost': 'bg-transparent text-paper-2 hover:bg-ink-4 hover:text-paper',
      'btn-danger': 'bg-transparent border-[#6b2c28] text-loss hover:bg-loss-deep',
      'btn-ink': 'bg-ink-0 text-paper hover:bg-ink-3 min-h-11',
      'btn-buy': 'bg-gain text-ink-0 hover:brightness-110 min-h-11',
      'btn-sell': 'bg-loss text-ink-0 hover:brightness-110 min-h-11',
      'btn-small': 'min-h-[30px] px-3 text-[13px]',
      'icon-btn':
        'inline-flex items-center justify-center h-9 w-9 coarse:h-11 coarse:w-11 rounded-[6px] border border-transparent bg-transparent text-paper-2 hover:bg-ink-4 hover:text-paper cursor-pointer',
      input:
        'block rounded-[6px] border border-line-3 bg-ink-0 text-paper min-h-10 px-3 text-[14px] coarse:min-h-11 coarse:text-[16px] placeholder:text-paper-3 aria-[invalid=true]:border-loss disabled:border-line-1 disabled:text-paper-off',
      label: 'block mb-1 text-[13px] leading-[18px] font-500 text-paper-2',
      choice:
        'inline-flex items-center gap-2 min-h-10 coarse:min-h-11 px-3 rounded-[6px] border border-line-2 text-[14px] text-paper-2 cursor-pointer has-[:checked]:border-paper has-[:checked]:text-paper has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-solid has-[:focus-visible]:outline-paper',
      card: 'rounded-[10px] border border-line-1 bg-ink-2',
      tool: 'inline-flex items-center justify-center gap-2 h-8 coarse:h-11 px-2.5 rounded-[6px] border border-line-2 bg-ink-3 text-[13px] font-500 text-paper hover:bg-ink-4 cursor-pointer disabled:text-paper-off disabled:bg-ink-2 disabled:cursor-not-allowed',
      'icon-tool': 'tool w-8 coarse:w-11 !px-0',
      'chart-panel':
        'relative mx-auto flex w-full max-w-[2100px] min-h-[calc(100*var(--dvh)-80px)] flex-col rounded-[10px] border border-line-1 bg-ink-1 text-start max-[699px]:min-h-[calc(100*var(--dvh)-108px)] max-[699px]:rounded-none max-[699px]:border-0',
      'chart-area': 'relative min-h-[610px] flex-1',
      'chart-legend': 'm-0 mt-1.5 flex flex-wrap gap-x-3 text-12px tabular-nums',
      'chart-mark':
        'pointer-events-none absolute inset-0 z-2 m-0 grid place-items-center text-[clamp(56px,12vw,150px)] font-700 text-paper opacity-6',
      'chart-box': 'absolute inset-0 z-1 [&_#tv-attr-logo]:!start-auto [&_#tv-attr-logo]:!end-2',
      'chart-toolbar': 'flex flex-wrap items-center gap-2 border-b border-line-1 bg-ink-2 p-2.5',
      'chart-intervals':
        'flex h-8 coarse:h-[50px] rounded-6px border border-line-2 bg-ink-0 p-0.5 m-0 min-w-0',
      'chart-interval':
        'flex-1 rounded-4px px-2.5 text-13px text-paper-3 hover:text-paper-2 aria-[pressed=true]:bg-ink-4 aria-[pressed=true]:text-paper aria-[pressed=true]:font-600',
      'chart-switch':
        'inline-flex h-8 coarse:h-11 items-center gap-2 rounded-6px px-1.5 text-12px font-500 text-paper-3 aria-[checked=true]:text-paper',
      'chart-track':
        'relative h-18px w-30px rounded-full border border-line-3 bg-ink-4 group-aria-[checked=true]:bg-paper group-aria-[checked=true]:border-paper',
      'chart-knob':
        'absolute start-2px top-2px h-3 w-3 rounded-full bg-paper-2 transition-transform group-aria-[checked=true]:bg-ink-0 group-aria-[checked=true]:translate-x-12px',
      'chart-ticker':
        'h-8 coarse:h-11 w-32 max-[699px]:w-26 rounded-6px border border-line-3 bg-ink-0 pe-2 ps-8 text-14px coarse:text-[16px] font-500 uppercase text-paper',
      'chart-found': 'absolute start-0 top-full z-30 mt-1.5 w-72 popover p-1',
      'chart-corner': 'pointer-events-none absolute start-3.5 top-2.5 z-5 max-w-[calc(100%-130px)]',
      'chart-logo':
        'relative grid h-9 w-9 shrink-0 place-items-center overflow-hidden rounded-6px bg-paper text-16px font-700 text-ink-0',
      // its caret points at the button that opened it
      'chart-ticket':
        "after:absolute after:-bottom-[7px] after:h-3 after:w-3 after:rotate-45 after:border-b after:border-e after:border-line-2 after:bg-ink-3 after:content-[''] max-[699px]:after:hidden",
      'chart-ticket-place':
        'absolute bottom-[98px] start-3.5 z-20 max-[699px]:fixed max-[699px]:inset-x-0 max-[699px]:bottom-0 max-[699px]:z-60',
      'chart-orders':
        'absolute bottom-[42px] start-3.5 z-10 flex gap-2 max-[699px]:sticky max-[699px]:inset-x-0 max-[699px]:bottom-[calc(49px+max(4px,env(safe-area-inset-bottom)))] max-[699px]:border-t max-[699px]:border-line-1 max-[699px]:bg-ink-1 max-[699px]:p-3',
      'chart-tools': 'mb-2 flex flex-wrap gap-2 max-[699px]:px-2 max-[699px]:pt-2',
      'chart-mode': 'aria-[pressed=true]:border-paper aria-[pressed=true]:bg-ink-4',
      'cell-bar':
        'relative z-40 mb-1 flex flex-wrap items-center gap-2 rounded-[10px] border border-line-2 bg-ink-3 p-1 max-[479px]:flex-nowrap max-[479px]:gap-1',
      'cell-number':
        'grid h-6 min-w-6 place-items-center rounded-[3px] bg-paper px-1 text-[12px] font-600 leading-none text-ink-0 tabular-nums',
      'cell-group': 'm-0 flex min-w-0 items-center rounded-[6px] border border-line-2 bg-ink-0 p-0',
      'cell-step':
        'inline-grid h-7 w-7 coarse:h-11 coarse:w-11 place-items-center rounded-[6px] border-0 bg-transparent text-paper cursor-pointer hover:bg-ink-4 aria-disabled:text-paper-off aria-disabled:cursor-not-allowed aria-disabled:hover:bg-transparent',
      'cell-cover':
        'absolute inset-0 z-30 grid cursor-grab touch-none select-none place-items-center rounded-[10px] bg-[rgb(5_6_8/.45)] text-paper',
      'cell-corner':
        'absolute bottom-0 end-0 z-40 h-6 w-6 coarse:h-11 coarse:w-11 touch-none cursor-nwse-resize rtl:cursor-nesw-resize rounded-[10px] border-0 bg-transparent p-0 after:absolute after:bottom-1 after:end-1 after:h-3 after:w-3 after:rounded-ee-[6px] after:border-b-3 after:border-e-3 after:border-paper after:content-empty hover:after:h-4 hover:after:w-4',
      popover: 'rounded-[10px] border border-line-2 bg-ink-3 shadow-[0_12px_32px_#000a]',
      'menu-item':
        'flex w-full items-center gap-2.5 min-h-9 coarse:min-h-11 rounded-[6px] border-0 bg-transparent px-2.5 text-[13px] text-start text-paper-2 cursor-pointer hover:bg-ink-4 hover:text-paper aria-[pressed=true]:text-paper aria-[pressed=true]:font-500 aria-[selected=true]:bg-ink-4 disabled:text-paper-off disabled:cursor-not-allowed',
      tag: 'inline-flex items-center h-5 px-2 rounded-[3px] bg-ink-4 text-[12px] leading-[16px] font-500 whitespace-nowrap',
    },
  ],
});
