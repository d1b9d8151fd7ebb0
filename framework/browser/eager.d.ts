/** `islands/_eager.ts` of the site that is built; empty if the site has none. */
declare module 'site:eager' {}
