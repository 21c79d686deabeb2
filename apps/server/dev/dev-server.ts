// Development server: the process that serves now, and a spare one, which has loaded the packages, for the next edit.
import type { Mode } from './prepare.js';
import { type Address, ServerProcess } from './server-process.js';

export interface Replacement {
  address: Address;
  /** Sentences for the developer. */
  notes: readonly string[];
}

export class DevServer {
  readonly #mode: Mode;
  readonly #onCrash: (how: string) => void;
  readonly #processes = new Set<ServerProcess>();
  #spare: ServerProcess;
  #serving: ServerProcess | undefined;
  /** The port of the first server: with PORT=0, later ones have the same. */
  #port: number | undefined;
  #isStopping = false;

  /** @param onCrash receives how the serving process ended by itself. */
  constructor(mode: Mode, onCrash: (how: string) => void) {
    this.#mode = mode;
    this.#onCrash = onCrash;
    this.#spare = this.#fork();
  }

  get isServing(): boolean {
    return this.#serving !== undefined;
  }

  /**
   * Serves the sources as they are now. Connections are refused while the database and the port change hands.
   * @throws an Error for the developer if they cannot be served. Then the previous server goes on.
   */
  async replace(): Promise<Replacement> {
    const next = this.#spare;
    const previous = this.#serving;
    try {
      const { notes = [] } = await next.send({ name: 'prepare', mode: this.#mode });
      await previous?.send({ name: 'close' }).catch(() => {}); // it may have crashed meanwhile
      const address = await this.#open(next).catch(async (error: unknown) => {
        await this.#reopen(previous); // such as after a migration that failed
        throw error;
      });
      this.#serving = next;
      this.#port = address.port;
      await previous?.stop();
      return { address, notes };
    } catch (error) {
      await next.stop();
      throw error;
    } finally {
      if (!this.#isStopping) this.#spare = this.#fork();
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#processes].map((one) => one.stop()));
  }

  async #open(server: ServerProcess): Promise<Address> {
    const port = this.#port;
    const { address } = await server.send({ name: 'open', ...(port !== undefined && { port }) });
    if (address === undefined) throw new Error('the server was not prepared');
    return address;
  }

  async #reopen(previous: ServerProcess | undefined): Promise<void> {
    try {
      if (previous) await this.#open(previous);
    } catch {
      this.#serving = undefined;
      await previous?.stop();
    }
  }

  #fork(): ServerProcess {
    const server = new ServerProcess();
    this.#processes.add(server);
    server.ended.then((how) => {
      this.#processes.delete(server);
      if (this.#serving !== server) return;
      this.#serving = undefined;
      if (!this.#isStopping) this.#onCrash(how);
    });
    return server;
  }
}
