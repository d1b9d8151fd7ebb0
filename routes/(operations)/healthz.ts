import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

/** The process lives; nothing else is asked. */
export default handle(endpoints.alive, ({ reply }) => reply.ok({ status: 'ok' }));
