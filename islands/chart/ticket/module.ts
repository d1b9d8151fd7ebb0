/** What orders need: fetched when the first ticket opens. */
export { newKey } from '../../_state/key.ts';
export { fetchPrice, findSent, sendOrder } from './send.ts';
export { default as Ticket, LineReceipt } from './Ticket.tsx';
