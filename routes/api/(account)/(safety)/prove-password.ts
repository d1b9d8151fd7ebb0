import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';
import { sitePath } from '#framework/http/response.ts';
import { provePath } from '#services/account/proofs.ts';
import { acknowledge } from '#services/platform/acknowledge.ts';

/** Checks the password again, for calls that need a proof of identity from the last ten minutes. */
export default handle(
  endpoints.provePassword,
  { back: (body) => provePath((body as { next?: string } | undefined)?.next) },
  async (call) => {
    const { request, user, body, services } = call;
    await services.proofs.prove(request, user, body.password);
    return acknowledge(call, 'safety:proved', sitePath(body.next ?? '/settings'));
  },
);
