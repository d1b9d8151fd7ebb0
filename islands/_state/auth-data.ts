/** What is remembered of the user in local storage, for display only; the cookie is what counts. */
export const AUTH_DATA = 'auth-data';
