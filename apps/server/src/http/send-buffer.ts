// Large replies, sent in chunks with backpressure. All of them share a bounded number of chunks in each turn of the
// event loop, so that many large replies delay each other, but not other requests and new connections.
import type { ServerResponse } from 'node:http';

const CHUNK_BYTES = 65_536;
const MAX_CHUNKS_PER_TURN = 4;

/** Each sends the next chunk of a reply. Replies under backpressure wait for `drain` on their own connections. */
const ready: (() => void)[] = [];

/** Sets Content-Length, sends these bytes and ends the reply. Replies with the same content share the buffer. */
export function sendBuffer(res: ServerResponse, bytes: Buffer): void {
  res.setHeader('Content-Length', bytes.length);
  let sentBytes = 0;
  const sendChunk = () => {
    if (res.destroyed) return;
    const chunk = bytes.subarray(sentBytes, sentBytes + CHUNK_BYTES);
    sentBytes += chunk.length;
    if (sentBytes === bytes.length) res.end(chunk);
    else if (res.write(chunk)) schedule(sendChunk);
    else res.once('drain', () => schedule(sendChunk));
  };
  if (bytes.length <= CHUNK_BYTES || res.req.method === 'HEAD') res.end(bytes);
  else schedule(sendChunk);
}

function schedule(sendChunk: () => void): void {
  ready.push(sendChunk);
  if (ready.length === 1) setImmediate(runReady);
}

function runReady(): void {
  const turn = ready.splice(0, MAX_CHUNKS_PER_TURN);
  if (ready.length > 0) setImmediate(runReady);
  for (const sendChunk of turn) sendChunk();
}
