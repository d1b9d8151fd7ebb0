import type { Translate } from '#framework/page.tsx';

export type DockTexts = {
  /** Titles of what went wrong and of what was done, and what to say when no answer came. */
  refused: string;
  offline: string;
  done: string;
  /** The page has a chart, which shows the account too. */
  hasChart: boolean;
};

export const dockTexts = (t: Translate, hasChart: boolean): DockTexts => ({
  refused: t('dock:refused'),
  offline: t('dock:offline'),
  done: t('messages:success'),
  hasChart,
});
