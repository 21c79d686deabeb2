// Load shedding: decides at the start of each request whether it is served, and refuses it with 503 if it is not.
import { unavailable } from '@animal-store/core/errors';
import type { EventLoopMonitor, RequestClass } from '../http/event-loop-monitor.js';
import type { Exchange } from '../request/exchange.js';

export type LoadMonitor = Pick<EventLoopMonitor, 'decide' | 'countShed'>;

/** Decides whether a request is shed. `shedLoad` refuses it; /healthz and /readyz, which always reply, are not behind it. */
export function measureLoad(
  monitor: LoadMonitor,
  exchange: Exchange,
  requestClass: RequestClass,
): void {
  const decision = monitor.decide(requestClass);
  exchange.requestClass = requestClass;
  exchange.isShed = decision === 'shed';
  if (decision !== 'serve' && requestClass !== 'key') exchange.res.shouldKeepAlive = false;
}

export function shedLoad(monitor: LoadMonitor, exchange: Exchange): void {
  if (exchange.isShed) shedRequest(monitor, exchange);
}

export function shedRequest(monitor: LoadMonitor, exchange: Exchange): never {
  exchange.isShed = true;
  monitor.countShed(exchange.requestClass);
  throw unavailable();
}
