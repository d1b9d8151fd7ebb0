import { middleware } from '#framework/define.ts';

/** An address with the token of a link: no other site is told it. */
export default middleware(async ({ url }, next) => {
  const response = await next();
  if (url.searchParams.has('token')) response.headers.set('referrer-policy', 'no-referrer');
  return response;
});
