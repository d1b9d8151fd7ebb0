/** A WebSocket whose other end is the test. `newest` is the last one that the page created. */
export class FakeSocket {
  static readonly OPEN = 1;
  static newest: FakeSocket;
  readyState = 0;
  readonly sent: { action: string; ticker: string }[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number }) => {};
  constructor() {
    FakeSocket.newest = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  trade(ticker: string, price: number, time: number): void {
    this.onmessage({ data: JSON.stringify({ ticker, trade: { price, time } }) });
  }
}
