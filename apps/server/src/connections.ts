// Owns the open connections: how many there may be, which one makes room for another, and which ask for nothing.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export class Connections {
  readonly #most: number;
  /** Each with its last reply, in the order in which they were last used. */
  readonly #replies = new Map<Duplex, ServerResponse | undefined>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Where there are too many, the one that has been idle for longest goes; if none is idle, the new one. */
  add(socket: Socket): void {
    if (this.#replies.size >= this.#most) (this.#longestIdle() ?? socket).destroy();
    if (socket.destroyed) return;
    this.#replies.set(socket, undefined);
    socket.once('close', () => this.#replies.delete(socket));
  }

  /** A request has come; its reply is the socket's last from now on. */
  use(socket: Socket, reply: ServerResponse): void {
    this.#replies.delete(socket);
    this.#replies.set(socket, reply);
  }

  lastReply(socket: Duplex): ServerResponse | undefined {
    return this.#replies.get(socket);
  }

  /** Ends those that never sent a byte. To Node their first request is under way, so it would wait for them. */
  endSilent(): void {
    for (const socket of this.#replies.keys()) {
      if ('bytesRead' in socket && socket.bytesRead === 0) socket.destroy();
    }
  }

  #longestIdle(): Duplex | undefined {
    for (const [socket, reply] of this.#replies) {
      if (!reply || reply.writableFinished) return socket;
    }
    return undefined;
  }
}
