import { page } from '#framework/define.ts';

export default page({
  access: 'public',
  load: () => {
    throw new Error('the password is swordfish');
  },
  head: () => ({ title: 'never' }),
  view: () => <p>never</p>,
});
