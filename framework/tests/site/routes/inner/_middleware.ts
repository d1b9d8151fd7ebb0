import { middleware } from '#framework/define.ts';

export default middleware(async (ctx, next) => {
  if (ctx.url.searchParams.has('stop')) return new Response('stopped', { status: 418 });
  const response = await next();
  response.headers.append('x-passed', 'inner');
  return response;
});
