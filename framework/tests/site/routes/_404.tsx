import { errorPage } from '#framework/define.ts';

export default errorPage({ head: () => ({ title: 'none' }), view: () => <h1>Nothing at this address</h1> });
