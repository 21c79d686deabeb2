// Owns the start of the counters in Redis: what must work before the server says that it is there.
import type { Logger } from 'pino';
import type { Clock } from '../../clock.js';
import type { CounterStore } from '../../storage/store.js';
import { Accounts } from './accounts.js';
import { connect } from './connect.js';
import { Nodes } from './nodes.js';
import { Overdrafts } from './overdrafts.js';
import { RedisLimiter } from './redis-limiter.js';

export interface RedisLimiterOptions {
  /** Where counts may stand from before, as a store that was moved brings them along; and where the last use of keys is written. */
  counters: CounterStore;
  log: Logger;
  /** Redis' own by default, so that the clocks of the nodes need not agree. */
  clock?: Clock;
}

/**
 * Connects, and counts this process among the nodes.
 * @param url redis://, rediss:// or redis+cluster://.
 * @throws an Error for the operator, without the URL's secrets, if Redis cannot be used now.
 */
export async function openRedisLimiter(
  url: string,
  { counters, log, clock }: RedisLimiterOptions,
): Promise<RedisLimiter> {
  const connection = await connect(url);
  const nodes = new Nodes(connection.client);
  const accounts = new Accounts(counters);
  const overdrafts = new Overdrafts(nodes.id, connection.client, accounts);
  try {
    await overdrafts.listen(connection.subscriber);
    await nodes.join();
  } catch (error) {
    connection.close();
    throw new Error(`cannot use RATE_LIMIT_URL: ${connection.describe(error)}`);
  }
  return new RedisLimiter({ connection, nodes, overdrafts, accounts, log, clock });
}
