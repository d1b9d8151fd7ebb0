import { errorPage } from '#framework/define.ts';

export default errorPage({
  head: ({ error }) => ({ title: `${error.status}` }),
  view: ({ error, stack }) => (
    <div>
      <h1>Sorry: {error.message}</h1>
      {stack && <pre>{stack}</pre>}
    </div>
  ),
});
