import { errorPage } from '#framework/define.ts';

export default errorPage({ head: () => ({ title: 'none here' }), view: () => <h1>Nothing in here</h1> });
