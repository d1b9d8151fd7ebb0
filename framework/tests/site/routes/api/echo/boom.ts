import { handle } from '#framework/endpoint.ts';

export default handle({ method: 'GET', path: '/api/echo/boom', access: 'public', summary: 'Fails.' }, () => {
  throw new Error('the password is swordfish');
});
