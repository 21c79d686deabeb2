// Owns the asking of Redis on behalf of a node: it tells what the node knows, and the node hears what Redis knows.
import type { BanPolicy, Quota } from '@animal-store/contract';
import type { Clock } from '../../clock.js';
import type { Account } from './account.js';
import type { Connection } from './connect.js';
import { type Answer, argumentsOf, keyOf, readAnswer } from './count-script.js';

const NO_QUOTA: Quota = { perMinute: 0, perDay: 0 };
const NO_BAN: BanPolicy = { refusalsPerMinute: 0, seconds: 0, maxSeconds: 0 };

export interface Subject {
  subject: string;
  account: Account;
  quota?: Quota;
  ban?: BanPolicy | undefined;
}

interface Asker {
  connection: Connection;
  /** undefined: Redis' own. */
  clock: Clock | undefined;
}

/**
 * @param act How many requests of the subject to judge and count, or `peek`.
 * @throws what Redis or the way to it says.
 */
export async function askRedis(
  { connection, clock }: Asker,
  act: number | 'peek',
  { subject, account, quota = NO_QUOTA, ban = NO_BAN }: Subject,
): Promise<Answer> {
  const added = act === 'peek' ? undefined : account.takeUnreported();
  const { seen } = account;
  let hasArrived = false;
  try {
    const args = argumentsOf({ act, ...quota, ban, nowMs: clock?.(), seen, added });
    const answer = readAnswer(await connection.client.countRequests(keyOf(subject), ...args));
    hasArrived = true;
    account.hear(answer.counts);
    return answer;
  } finally {
    if (added) account.settleTaken(added, hasArrived);
  }
}
