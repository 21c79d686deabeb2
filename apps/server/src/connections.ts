// Owns the open connections: how many there may be, which one makes room for another, and which ask for nothing.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface Use {
  /** Rises with each request, whichever connection it comes by. */
  turn: number;
  reply: ServerResponse | undefined;
}

export class Connections {
  readonly #most: number;
  /**
   * A record for each, changed in place. A map kept in the order of use would be rebuilt every few requests, and V8's old
   * tables, each of which knows the next, would keep all replies alive until the next full collection.
   */
  readonly #uses = new Map<Duplex, Use>();
  #turn = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Where there are too many, the one that has been idle for longest goes; if none is idle, the new one. */
  add(socket: Socket): void {
    if (this.#uses.size >= this.#most) (this.#longestIdle() ?? socket).destroy();
    if (socket.destroyed) return;
    this.#turn += 1;
    this.#uses.set(socket, { turn: this.#turn, reply: undefined });
    socket.once('close', () => this.#uses.delete(socket));
  }

  /** A request has come; its reply is the socket's last from now on. */
  use(socket: Socket, reply: ServerResponse): void {
    const use = this.#uses.get(socket);
    if (use === undefined) return; // it is gone already
    this.#turn += 1;
    use.turn = this.#turn;
    use.reply = reply;
  }

  lastReply(socket: Duplex): ServerResponse | undefined {
    return this.#uses.get(socket)?.reply;
  }

  /** Ends those that never sent a byte. To Node their first request is under way, so it would wait for them. */
  endSilent(): void {
    for (const socket of this.#uses.keys()) {
      if ('bytesRead' in socket && socket.bytesRead === 0) socket.destroy();
    }
  }

  #longestIdle(): Duplex | undefined {
    let longest: Duplex | undefined;
    let leastTurn = Number.POSITIVE_INFINITY;
    for (const [socket, { turn, reply }] of this.#uses) {
      if (turn < leastTurn && (!reply || reply.writableFinished)) {
        longest = socket;
        leastTurn = turn;
      }
    }
    return longest;
  }
}
