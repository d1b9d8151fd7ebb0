/** Declares Paperpit's types to the framework. */
import type { TranslationKey as Key } from '#build/i18n.gen.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import type { Locale as Language } from '#core/locale/locale.ts';
import type { MarketLabel } from '#core/season/terms.ts';
import type { Limited } from './platform/rate-limit.ts';
import type { Services as Parts } from './services.ts';

// Aliased, because types of the framework's module shadow the original names inside the block below.

declare module '#framework/register.ts' {
  interface Register {
    services: Parts;
    user: SessionUser;
    locale: Language;
    page: {
      /** `over`: the number of the newest season if that is over, else null. */
      competition: { active: boolean; over: number | null };
      prices: MarketLabel;
      /** True for readers who chose the layout at 75 %. */
      isSmall: boolean;
      guests: boolean;
    };
    translationKey: Key;
    limit: Limited;
  }
}
