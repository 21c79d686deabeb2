// Large replies, sent in chunks with backpressure. All of them share a bounded number of chunks in each turn of the
// event loop, so that many large replies delay each other, but not other requests and new connections.
import type { ServerResponse } from 'node:http';
import { LinkedList, LinkedListNode } from '../lib/linked-list.js';

const CHUNK_BYTES = 65_536;
const MAX_CHUNKS_PER_TURN = 4;

/**
 * Each sends the next chunk of a reply. Replies under backpressure wait for `drain` on their own connections. A reply that
 * waits here keeps its connection in memory, with all pipelined requests, so it leaves as soon as the connection is closed.
 */
const ready = new LinkedList<() => void>();

/** Sends these bytes and ends the reply, whose head is written. Replies with the same content share the buffer. */
export function sendBuffer(res: ServerResponse, bytes: Buffer): void {
  if (bytes.length <= CHUNK_BYTES || res.req.method === 'HEAD') {
    res.end(bytes);
    return;
  }
  let sentBytes = 0;
  let isReady = false;
  const node = new LinkedListNode(sendChunk);
  // A client that ends its side after the request still reads, but Node closes the socket then: the rest is written before.
  const { socket } = res;
  const sendRest = () => res.end(bytes.subarray(sentBytes));
  socket?.prependOnceListener('end', sendRest);
  res.once('close', () => {
    socket?.off('end', sendRest);
    if (isReady) ready.remove(node);
  });
  if (socket) schedule();
  else sendChunk(); // behind an unfinished reply: Node keeps the chunk until that one has left

  function schedule(): void {
    isReady = true;
    ready.append(node);
    if (ready.size === 1) setImmediate(runReady);
  }

  function sendChunk(): void {
    isReady = false;
    if (res.destroyed || res.writableEnded) return;
    const chunk = bytes.subarray(sentBytes, sentBytes + CHUNK_BYTES);
    sentBytes += chunk.length;
    if (sentBytes === bytes.length) res.end(chunk);
    else if (res.write(chunk)) schedule();
    else res.once('drain', schedule);
  }
}

function runReady(): void {
  const turn = [];
  for (let node = ready.first; node && turn.length < MAX_CHUNKS_PER_TURN; node = ready.first) {
    ready.remove(node);
    turn.push(node.value);
  }
  if (ready.size > 0) setImmediate(runReady);
  for (const sendChunk of turn) sendChunk();
}
