import { middleware } from '#framework/define.ts';

/** Adds the rendering time as Server-Timing, for the browser's network panel. */
export default middleware(async (_ctx, next) => {
  const started = performance.now();
  const response = await next();
  response.headers.set('server-timing', `page;dur=${(performance.now() - started).toFixed(1)}`);
  return response;
});
