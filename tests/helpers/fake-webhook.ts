/** The part of a Discord webhook that announcements need. It refuses a message that could mention somebody. */

export type WebhookMessage = {
  embeds: { title: string; description: string; url: string; image: { url: string } }[];
  allowed_mentions: { parse: string[] };
};

export type FakeWebhook = {
  /** The webhook's address, with a token like Discord's. */
  url: string;
  /** Accepted messages. */
  posts: WebhookMessage[];
  /** Number of requests, accepted or not. */
  requests: number;
  /** The response in place of accepting the message. */
  answer: (() => Response | Promise<Response>) | null;
  reset(): void;
  /** Responds with 502 to the requests that wait, and accepts the later ones. */
  hangUp(): Promise<void>;
  stop(): Promise<void>;
};

export function fakeWebhook(): FakeWebhook {
  const open: (() => void)[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      fake.requests++;
      const { pathname, searchParams } = new URL(request.url);
      const isRight = pathname === '/api/webhooks/1/a-secret-token' && searchParams.get('wait') === 'true';
      const message = (await request.json()) as WebhookMessage;
      if (!isRight || JSON.stringify(message.allowed_mentions) !== '{"parse":[]}')
        return new Response('refused', { status: 400 });
      if (fake.answer) {
        const gone = new Promise<Response>((done) =>
          open.push(() => done(new Response('gone', { status: 502 }))),
        );
        return await Promise.race([fake.answer(), gone]);
      }
      fake.posts.push(message);
      return Response.json({ id: '1' });
    },
  });
  const fake: FakeWebhook = {
    url: `http://127.0.0.1:${server.port}/api/webhooks/1/a-secret-token`,
    posts: [],
    requests: 0,
    answer: null,
    reset() {
      Object.assign(fake, { posts: [], requests: 0, answer: null });
    },
    async hangUp() {
      fake.answer = null;
      for (const close of open.splice(0)) close();
    },
    stop: () => server.stop(true),
  };
  return fake;
}
