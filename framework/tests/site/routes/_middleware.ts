import { middleware } from '#framework/define.ts';

export default middleware(async (_ctx, next) => {
  const response = await next();
  response.headers.append('x-passed', 'outer');
  return response;
});
