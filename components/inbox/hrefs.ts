import type { MessageState } from '#core/contract/schemas/messages.ts';

/** The address of a page of the list. */
export function listHref(state: MessageState | null, page = 1): string {
  const query = new URLSearchParams({
    ...(state && { show: state }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size > 0 ? `/admin/messages?${query}` : '/admin/messages';
}

export const messageHref = (id: number) => `/admin/messages/${id}`;
