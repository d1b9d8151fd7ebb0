import { middleware } from '#framework/define.ts';

/** A page whose address is an invitation sends no referrer to anyone. */
export default middleware(async (_ctx, next) => {
  const response = await next();
  response.headers.set('referrer-policy', 'no-referrer');
  return response;
});
