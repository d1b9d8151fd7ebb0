/** The status codes of /error-test. */
export const TEST_CODES = [400, 401, 403, 404, 406, 408, 429, 500] as const;
/** Characters of a custom message. */
export const MAX_TEST_MESSAGE = 200;
