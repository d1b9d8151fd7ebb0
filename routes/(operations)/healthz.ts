import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

/** 200 while the process runs. */
export default handle(endpoints.alive, ({ reply }) => reply.ok({ status: 'ok' }));
