import { errorPage } from '#server/define.ts';

export default errorPage({ head: () => ({ title: 'none' }), view: () => <h1>Nothing at this address</h1> });
