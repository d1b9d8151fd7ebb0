import { middleware } from '#framework/define.ts';

/** A page that shows recovery codes: no other site is told where it was read. */
export default middleware(async ({ flash }, next) => {
  const response = await next();
  if (flash?.values?.codes) response.headers.set('referrer-policy', 'no-referrer');
  return response;
});
