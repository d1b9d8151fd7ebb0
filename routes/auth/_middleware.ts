import { middleware } from '#framework/define.ts';

/** A page whose address holds the token of a mailed link sends no referrer to anyone. */
export default middleware(async ({ url }, next) => {
  const response = await next();
  if (url.searchParams.has('token')) response.headers.set('referrer-policy', 'no-referrer');
  return response;
});
