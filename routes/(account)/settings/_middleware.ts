import { middleware } from '#framework/define.ts';

/** Pages that show recovery codes send no referrer. */
export default middleware(async ({ flash }, next) => {
  const response = await next();
  if (flash?.values?.codes) response.headers.set('referrer-policy', 'no-referrer');
  return response;
});
