import { middleware } from '#framework/define.ts';

/** A page that shows recovery codes sends no referrer to anyone. */
export default middleware(async ({ flash }, next) => {
  const response = await next();
  if (flash?.values?.codes) response.headers.set('referrer-policy', 'no-referrer');
  return response;
});
