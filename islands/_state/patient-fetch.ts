/** The longest wait for a rate limit, seconds. */
const MAX_WAIT_S = 5;
const TRIES = 3;

/** `fetch` that retries a 429 after the time in `retry-after`, at most twice. A 429 with a longer wait is final. */
export async function patientFetch(url: string, init: RequestInit = {}, send = fetch): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await send(url, init);
    const seconds = Number(response.headers.get('retry-after'));
    const isSoon = response.status === 429 && seconds > 0 && seconds <= MAX_WAIT_S;
    if (!isSoon || tries === TRIES) return response;
    await wait(seconds * 1000, init.signal ?? undefined);
  }
}

/** Waits. @throws the reason of `signal`, by default an AbortError */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
