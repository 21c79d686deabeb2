// Interface of a database process that a test can kill and suspend.
import { setTimeout as pause } from 'node:timers/promises';

export interface ServiceProcess {
  url: string;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the process on the same port. Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Suspends the process: it accepts connections but does not respond. */
  suspend(): void;
  resume(): void;
  close(): Promise<void>;
}

export async function killAndRestart(service: ServiceProcess, ms: number): Promise<void> {
  await service.kill();
  await pause(ms);
  await service.start();
}

export async function suspendFor(service: ServiceProcess, ms: number): Promise<void> {
  service.suspend();
  await pause(ms);
  service.resume();
}
