import { middleware } from '#framework/define.ts';

/** Pages whose address holds a mailed token send no referrer. */
export default middleware(async ({ url }, next) => {
  const response = await next();
  if (url.searchParams.has('token')) response.headers.set('referrer-policy', 'no-referrer');
  return response;
});
