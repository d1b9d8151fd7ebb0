import { page } from '#framework/define.ts';

export default page({ access: 'admin', head: () => ({ title: 'Admin' }), view: () => <p>secret room</p> });
