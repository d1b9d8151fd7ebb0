/**
 * What Paperpit says after an action worked or failed: where the page shows each message, and the keys of its wording in
 * `locales/`. The sentence of a refusal (core/refusals) replaces the entry's message.
 */

type Entry = {
  /** A toast, a red toast, a place in the page, or the log. */
  shown: 'success' | 'destructive' | 'page' | 'log';
  title?: string;
  message?: string;
};

export const MESSAGES = {
  loginFailed: { shown: 'destructive', title: 'messages:loginFailed' },
  registrationFailed: { shown: 'destructive', title: 'messages:registrationFailed' },
  logoutFailed: { shown: 'destructive', title: 'messages:logoutFailed' },

  statusFailed: { shown: 'log', message: 'messages:statusFailed' },
  startFailed: { shown: 'destructive', title: 'messages:error', message: 'messages:startFailed' },
  endFailed: { shown: 'destructive', title: 'messages:error', message: 'messages:endFailed' },
  updateFailed: { shown: 'destructive', title: 'messages:updateFailed' },
  resetFailed: { shown: 'destructive', title: 'messages:resetFailed' },
  reset: { shown: 'success', title: 'messages:success', message: 'messages:reset' },
  started: {
    shown: 'success',
    title: 'messages:success',
    message: 'messages:started',
  },
  ended: {
    shown: 'success',
    title: 'messages:success',
    message: 'messages:ended',
  },

  leaderboardFailed: { shown: 'page', message: 'messages:leaderboardFailed' },
  portfolioFailed: { shown: 'page', message: 'messages:portfolioFailed' },

  tradeThrew: { shown: 'destructive', title: 'messages:tradeFailed', message: 'chart:failed' },
  orderRefused: { shown: 'destructive', title: 'dock:refused', message: 'messages:crashNotice' },
  priceFailed: { shown: 'destructive', message: 'chart:priceFailed' },

  recordingAddFailed: {
    shown: 'destructive',
    title: 'messages:error',
    message: 'messages:recordingAddFailed',
  },
  recordingDeleteFailed: {
    shown: 'destructive',
    title: 'messages:error',
    message: 'messages:recordingDeleteFailed',
  },
  recordingsFailed: { shown: 'page', message: 'messages:recordingsFailed' },
  recordingAdded: { shown: 'success', title: 'messages:success', message: 'messages:recordingAdded' },
  recordingDeleted: {
    shown: 'success',
    title: 'messages:recordingDeletedTitle',
    message: 'messages:recordingDeleted',
  },

  contactFailed: {
    shown: 'destructive',
    title: 'messages:contactFailedTitle',
    message: 'messages:contactFailed',
  },
  contactSent: {
    shown: 'success',
    title: 'messages:contactSentTitle',
    message: 'messages:contactSent',
  },

  purchaseFailed: { shown: 'destructive', title: 'messages:error', message: 'messages:purchaseFailed' },
  purchased: { shown: 'success', title: 'messages:success', message: 'messages:purchased' },
  alreadyOwned: {
    shown: 'success',
    title: 'messages:alreadyOwnedTitle',
    message: 'messages:alreadyOwnedText',
  },
  equipFailed: { shown: 'destructive', title: 'messages:error', message: 'messages:equipFailed' },
  equipped: { shown: 'success', title: 'messages:success', message: 'messages:equipped' },

  profileFailed: { shown: 'log', message: 'messages:profileFailed' },
  shopFailed: { shown: 'page', message: 'messages:shopFailed' },
  tradesFailed: { shown: 'log', message: 'messages:tradesFailed' },
  xpFailed: { shown: 'log', message: 'messages:xpFailed' },
} as const satisfies Record<string, Entry>;

export type MessageName = keyof typeof MESSAGES;

type SuccessName = {
  [N in MessageName]: (typeof MESSAGES)[N] extends { shown: 'success'; title: string; message: string }
    ? N
    : never;
}[MessageName];

type FailureName = {
  [N in MessageName]: (typeof MESSAGES)[N] extends { shown: 'destructive'; title: string; message: string }
    ? N
    : never;
}[MessageName];

/** Returns the texts of a form's next page after a failure; `failure` is for an unexpected error. */
export function failureTexts(name: FailureName) {
  const { title, message: failure } = MESSAGES[name];
  return { title, failure };
}

/** Returns the toast of a form's next page after a success. */
export function successOf(name: SuccessName) {
  const { title, message } = MESSAGES[name];
  return { kind: 'success' as const, title: { key: title }, message: { key: message } };
}
