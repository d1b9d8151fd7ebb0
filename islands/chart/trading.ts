/** What orders need: fetched when the first ticket opens. */
export { fetchPrice, newOrderKey, sendOrder } from './ticket/send.ts';
export { default as Ticket } from './ticket/Ticket.tsx';
