// The bound on the number of addresses that are counted one by one.
import { document, operationSpecs } from '@animal-store/contract';
import { decide, NO_COUNTS } from '@animal-store/contract/rate-limit';
import type { Request, Response } from 'express';
import { readContract } from '../../../../src/contract/contract.js';
import { RateLimit } from '../../../../src/middleware/access/rate-limit.js';
import { type Caller, UNRESTRICTED } from '../../../../src/model.js';
import { START_MS } from '../../../support/start-server.js';

const MAX_ADDRESSES = 100_000;
const SECRET = { name: 'secret', isPublishable: false };
const PUBLISHABLE = { name: 'publishable', isPublishable: true };
const CALLER: Caller = {
  id: 'key_1',
  plan: 'free',
  quota: undefined,
  bansLiftedMs: undefined,
  ...UNRESTRICTED,
  isPublishable: true,
};

let subjects: string[];
let rateLimit: RateLimit;
beforeEach(() => {
  subjects = [];
  const limiter = {
    knownRefusal: () => undefined,
    async admit(subject: string) {
      subjects.push(subject);
      return decide(NO_COUNTS, START_MS, { perMinute: 60, perDay: 1000 });
    },
  };
  const contract = readContract(document, operationSpecs);
  rateLimit = new RateLimit(limiter as never, contract, () => START_MS);
});

const requestFrom = (remoteAddress: string) =>
  ({ headers: {}, socket: { remoteAddress } }) as Request;
const responseTo = (locals: object) => ({ locals, setHeader: () => {} }) as unknown as Response;

async function subjectOf(address: string, locals: object): Promise<string | undefined> {
  await new Promise((resolve) => {
    rateLimit.enforce()(requestFrom(address), responseTo(locals), resolve);
  });
  return subjects.at(-1);
}

test('when anonymous clients have used up the addresses of a day, then visitors still have their own', async () => {
  for (let index = 0; index < MAX_ADDRESSES; index += 1) {
    const address = `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`;
    rateLimit.classify(requestFrom(address), responseTo({ credential: SECRET }));
  }
  expect(await subjectOf('203.0.113.7', {})).toBe('address:203.0.0.0/16');
  const visitor = { caller: CALLER, credential: PUBLISHABLE };
  expect(await subjectOf('203.0.113.7', visitor)).toBe('address:203.0.113.7 key:key_1');
});
