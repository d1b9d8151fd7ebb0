/** Switches that a browser keeps for itself in local storage, on when their value is 'true'. */

/** Shows the chart page's hidden toolbar. */
export const CREATIVE_KEY = 'creativeMode';
/** Charts of the dashboard share the window where it is large enough. */
export const SPLIT_KEY = 'chartSplit';
/** Others' profits are not announced. */
export const MUTE_KEY = 'muteProfits';
