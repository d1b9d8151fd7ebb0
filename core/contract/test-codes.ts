/** The status codes of /error-test. */
export const TEST_CODES = [400, 401, 403, 404, 406, 408, 429, 500] as const;
export const MAX_TEST_MESSAGE = 200;
