import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { answerSignIn } from '#services/account/entered-path.ts';
import { CODE_PATH } from '#services/account/sign-in.ts';

export default handle(
  endpoints.signInByCode,
  { title: 'messages:loginFailed', back: CODE_PATH },
  async ({ body, ...call }) => {
    const entrance = await call.services.signIn.byCode(call.request, body.code, call.user);
    return await answerSignIn(call, entrance);
  },
);
