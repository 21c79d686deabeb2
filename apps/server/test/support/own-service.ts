// Owns what a test does to a service of its own.
import { setTimeout as pause } from 'node:timers/promises';

export interface OwnService {
  url: string;
  /** As a crash of the machine would, but for what the disk has. */
  kill(): Promise<void>;
  /** On the same port. Resolves when it takes connections. */
  start(): Promise<void>;
  /** It takes connections and questions, and does not answer. */
  hang(): void;
  wake(): void;
  close(): Promise<void>;
}

export async function killFor(service: OwnService, ms: number): Promise<void> {
  await service.kill();
  await pause(ms);
  await service.start();
}

export async function hangFor(service: OwnService, ms: number): Promise<void> {
  service.hang();
  await pause(ms);
  service.wake();
}
