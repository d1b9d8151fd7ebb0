/**
 * The catalogue of what Paperpit says when something worked or failed: one table of wordings, which
 * the server answers with, and which `locales/` says in every language. Refusals by code are in errors.ts; where an
 * entry has no message of its own, or the server has one, that one is shown.
 */

type Entry = {
  /** How: a toast, a red notice, a place in the page, or the log. */
  shown: 'success' | 'destructive' | 'notice' | 'page' | 'log';
  title?: string;
  /** `{name}` places are filled by who says it. */
  message?: string;
};

export const MESSAGES = {
  loginFailed: { shown: 'destructive', title: 'Login failed' },
  registrationFailed: { shown: 'destructive', title: 'Registration failed' },
  logoutFailed: { shown: 'destructive', title: 'Logout failed' },

  statusFailed: { shown: 'log', message: 'Failed to fetch competition status' },
  startFailed: { shown: 'destructive', title: 'Error', message: 'Failed to start competition' },
  endFailed: { shown: 'destructive', title: 'Error', message: 'Failed to end competition' },
  updateFailed: { shown: 'destructive', title: 'Failed to update competition details.' },
  resetFailed: { shown: 'destructive', title: 'Error resetting competition.' },
  reset: { shown: 'success', title: 'Success', message: 'Competition reset successfully!' },
  started: {
    shown: 'success',
    title: 'Success',
    message: 'Competition started! Top bar is now unlocked for everyone.',
  },
  ended: {
    shown: 'success',
    title: 'Success',
    message: 'Competition ended. Top bar is now locked for everyone.',
  },

  leaderboardFailed: { shown: 'page', message: 'Error loading leaderboard data...' },
  portfolioFailed: { shown: 'page', message: 'Error loading portfolio.' },

  realtimeDisabled: {
    shown: 'destructive',
    title: 'Realtime Mode Disabled',
    message: 'Realtime Mode is only available for Candlestick charts.',
  },
  realtimeTaken: {
    shown: 'destructive',
    title: 'Realtime Mode Active',
    message: 'You can only have one Realtime chart at a time.',
  },
  realtimeTicker: {
    shown: 'destructive',
    title: 'Realtime Mode Active',
    message: 'Disable Realtime Mode before changing the ticker.',
  },
  realtimeType: {
    shown: 'destructive',
    title: 'Realtime Mode Active',
    message: 'Disable Realtime Mode before changing the chart type.',
  },
  realtimeInterval: {
    shown: 'destructive',
    title: 'Realtime Mode Active',
    message: 'Disable Realtime Mode before changing the interval.',
  },
  realtimeTrade: {
    shown: 'destructive',
    message: 'You can only trade {ticker} while Realtime Mode is active.',
  },
  invalidAmount: { shown: 'destructive', title: 'Invalid Amount' },
  invalidQuantity: { shown: 'destructive', title: 'Invalid Quantity' },
  tradeExecuted: {
    shown: 'success',
    title: 'Trade Executed',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a dollar sign and a place
    message: '{action} {quantity} shares of {symbol} at ${price}',
  },
  tradeFailed: { shown: 'destructive', title: 'Trade Failed', message: 'Unknown error' },
  tradeThrew: { shown: 'destructive', title: 'Trade Failed', message: 'Failed to execute trade' },
  priceFailed: {
    shown: 'destructive',
    title: 'Price Fetch Failed',
    message: 'Failed to fetch current price',
  },
  chartFailed: { shown: 'destructive', title: 'Error', message: 'Failed to load chart data' },

  networkError: { shown: 'destructive', message: 'Network error for {ticker}' },
  dataError: { shown: 'destructive', message: 'Error fetching data for {ticker}' },
  parseError: { shown: 'destructive', message: 'Error parsing JSON' },
  intradayInvalid: { shown: 'destructive', message: 'Invalid intraday data' },
  historicalInvalid: { shown: 'destructive', message: 'Invalid historical data' },
  dailyIncomplete: { shown: 'destructive', message: 'Incomplete daily data' },

  recordingAddFailed: { shown: 'destructive', title: 'Error', message: 'Failed to add the recording' },
  recordingDeleteFailed: { shown: 'destructive', title: 'Error', message: 'Failed to delete the recording' },
  recordingMissing: { shown: 'destructive', title: 'Error', message: 'Please provide both title and URL' },
  recordingsFailed: { shown: 'page', message: 'Failed to fetch recordings' },
  recordingAdded: { shown: 'success', title: 'Success', message: 'New recording added.' },
  recordingDeleted: { shown: 'success', title: 'Deleted', message: 'Recording link removed.' },

  contactFailed: {
    shown: 'destructive',
    title: 'Error',
    message: 'Failed to send message. Please try again.',
  },
  contactSent: {
    shown: 'success',
    title: 'Message Sent',
    message: "We'll get back to you as soon as possible.",
  },

  alreadyOwned: {
    shown: 'success',
    title: 'Already Owned',
    message: 'You already have this item in your inventory.',
  },
  purchaseFailed: { shown: 'destructive', title: 'Error', message: 'Failed to purchase item' },
  purchased: { shown: 'success', title: 'Success', message: 'Item purchased successfully!' },
  equipFailed: { shown: 'destructive', title: 'Error', message: 'Failed to update item' },
  equipped: { shown: 'success', title: 'Success', message: 'Item updated successfully!' },

  profileFailed: { shown: 'log', message: 'Failed to fetch profile' },
  shopFailed: { shown: 'page', message: 'Failed to fetch shop items' },
  tradesFailed: { shown: 'log', message: 'Failed to fetch all trades' },
  xpFailed: { shown: 'log', message: 'Failed to fetch XP data' },

  testReceived: { shown: 'destructive', title: 'Error Received', message: 'An unknown error occurred' },
  testCaught: { shown: 'destructive', title: 'Error Caught' },
  testDone: {
    shown: 'success',
    title: 'Request Successful',
    message: 'The request succeeded without errors',
  },

  crashNotice: { shown: 'notice', message: 'Something went wrong. Please try again later.' },
  crash: {
    shown: 'page',
    title: 'Something went wrong',
    message: 'The application encountered an unexpected error. Please try again later.',
  },
} as const satisfies Record<string, Entry>;

export type MessageName = keyof typeof MESSAGES;
