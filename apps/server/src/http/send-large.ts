// Large replies, sent in slices with backpressure. All of them share a bounded number of slices in each turn of the
// event loop, so that many large replies delay each other, but not other requests and new connections.
import type { ServerResponse } from 'node:http';

const SLICE_BYTES = 65_536;
const MAX_SLICES_PER_TURN = 4;

interface Transfer {
  readonly res: ServerResponse;
  /** All replies with this content share the buffer; none holds a copy. */
  readonly bytes: Buffer;
  sentBytes: number;
}

/** Transfers that can send now. Those under backpressure wait for `drain` on their own connections. */
const ready: Transfer[] = [];

/** Sends these bytes and ends the reply. Content-Length must be set already. */
export function sendLarge(res: ServerResponse, bytes: Buffer): void {
  if (bytes.length <= SLICE_BYTES || res.req.method === 'HEAD') res.end(bytes);
  else enqueue({ res, bytes, sentBytes: 0 });
}

function enqueue(transfer: Transfer): void {
  ready.push(transfer);
  if (ready.length === 1) setImmediate(sendSlices);
}

function sendSlices(): void {
  const turn = ready.splice(0, MAX_SLICES_PER_TURN);
  if (ready.length > 0) setImmediate(sendSlices);
  for (const transfer of turn) sendSlice(transfer);
}

function sendSlice(transfer: Transfer): void {
  const { res, bytes, sentBytes } = transfer;
  if (res.destroyed) return;
  transfer.sentBytes += SLICE_BYTES;
  const slice = bytes.subarray(sentBytes, transfer.sentBytes);
  if (transfer.sentBytes >= bytes.length) res.end(slice);
  else if (res.write(slice)) enqueue(transfer);
  else res.once('drain', () => enqueue(transfer));
}
