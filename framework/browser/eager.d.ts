/** `islands/_eager.ts` of the site that is built, or nothing. */
declare module 'site:eager' {}
