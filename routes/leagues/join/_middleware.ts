import { middleware } from '#framework/define.ts';

/** Pages whose address is an invitation send no referrer. */
export default middleware(async (_ctx, next) => {
  const response = await next();
  response.headers.set('referrer-policy', 'no-referrer');
  return response;
});
