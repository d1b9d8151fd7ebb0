import { z } from 'zod';

/** What a browser may say on the socket. Unknown keys are ignored. */
export const SocketMessage = z.object({
  action: z.enum(['subscribe', 'unsubscribe']),
  ticker: z.string().max(200),
});
