// Interface of a database process that a test can kill and suspend.

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
