import type { Flashes } from './flash.ts';
import { sitePath } from './site-path.ts';
import type { FlashTexts } from './visitor.ts';

export type FormAnswer = {
  /** Same-site path the browser is sent to after a form post. */
  to: string;
  flash?: FlashTexts;
};

/** @template Answer the JSON of a success */
export type Reply<Answer = unknown> = {
  /**
   * Answers both ways a caller may come: `json` for a fetch, a 303 to `form.to` for a form post. Headers set
   * here go on either.
   */
  ok(json: Answer, options?: { status?: number; form?: FormAnswer; headers?: HeadersInit }): Response;
  /** 303 to a same-site path for every caller, with a message for the next page. */
  go(to: string, flash?: FlashTexts, headers?: HeadersInit): Response;
};

/** Whether a browser posts a form without our scripts: such a caller gets a page back, not JSON. */
export function isFormPost(request: Request): boolean {
  const type = request.headers.get('content-type') ?? '';
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) return false;
  return (request.headers.get('accept') ?? '').includes('text/html');
}

export function createReply(request: Request, flashes: Flashes): Reply {
  function leading(to: string, flash?: FlashTexts, headers?: HeadersInit) {
    return seeOther(to, headers, flash && flashes.cookie(flash, request, new Headers(headers)));
  }

  return {
    ok(json, { status = 200, form, headers = {} } = {}) {
      if (!form || !isFormPost(request)) {
        return Response.json(json, {
          status,
          headers: personal(headers),
        });
      }
      return leading(form.to, form.flash, headers);
    },
    go: leading,
  };
}

function personal(more: HeadersInit): Headers {
  const headers = new Headers(more);
  headers.set('cache-control', 'private, no-store');
  return headers;
}

/** 303 to a same-site path. @param cookie one more Set-Cookie: a message for the next page */
export function seeOther(to: string, more: HeadersInit = {}, cookie?: string): Response {
  const headers = personal(more);
  headers.set('location', sitePath(to));
  if (cookie) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}
