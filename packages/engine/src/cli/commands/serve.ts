// The server process: opens the service, and closes it on a signal or when the storage fails.
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Shop } from '../../define-shop.js';
import { STOP_SIGNALS } from '../../lib/stop-signals.js';
import { createLogger, defaultFormat } from '../../logging/logger.js';
import { openService } from '../../service.js';
import type { Config } from '../../settings/settings.js';
import { formatWelcome } from '../welcome.js';

/** How long the server accepts connections after a stop signal, while /readyz and `Connection: close` announce it. */
const SHUTDOWN_DELAY_MS = 500;
/** The process exits then, even if work still waits, such as for a lock. Everything acknowledged is already stored. */
const SHUTDOWN_TIMEOUT_MS = 4_900;
/** A second signal within this time is the same one: npm forwards a signal that the terminal has also sent to us. */
const DUPLICATE_SIGNAL_MS = 1_000;

/** Serves until a stop signal, or until the storage fails, then resolves. @param checksReads See ApiOptions. */
export async function serve(shop: Shop, config: Config, checksReads?: boolean): Promise<void> {
  const stopSignal = firstSignal(); // registered first, so that a signal during the start is not lost
  const logFormat = config.logFormat ?? defaultFormat();
  const log = createLogger(config.logLevel, logFormat);
  const service = await openService(config, { shop, log, checksReads });
  const { url, database } = service;
  if (process.stderr.isTTY)
    process.stderr.write(
      await formatWelcome(service, shop, `The ${shop.product.title} is running.`),
    );
  if (!process.stderr.isTTY || logFormat === 'json') log.info({ url, database }, 'listening');
  notifyReady(log);
  service.failure.then(() => {
    process.exitCode = 1;
  });
  try {
    const reason = await Promise.race([stopSignal, service.failure]);
    service.announceStop();
    setTimeout(() => {
      log.fatal('the shutdown timed out');
      process.exit(1);
    }, SHUTDOWN_TIMEOUT_MS).unref();
    if (reason instanceof Error) {
      log.fatal(
        { err: reason },
        'storage failed: stopping; fix the cause, then restart the server',
      );
    } else {
      log.info({ signal: reason }, 'stopping');
      await delay(SHUTDOWN_DELAY_MS);
    }
  } finally {
    await service.close();
  }
  log.info('stopped');
}

/** Tells systemd, for units with Type=notify. Node has no sockets of the kind on which systemd listens. */
function notifyReady(log: Logger): void {
  if (process.env.NOTIFY_SOCKET === undefined) return;
  execFile('systemd-notify', ['--ready'], (err) => {
    if (err) log.warn({ err }, 'cannot tell systemd that the server is ready');
  });
}

/** Resolves with the first stop signal. A later signal exits the process immediately. */
function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstMs: number | undefined;
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        firstMs ??= performance.now();
        if (performance.now() - firstMs > DUPLICATE_SIGNAL_MS) process.exit(1);
        resolve(signal);
      });
    }
  });
}
