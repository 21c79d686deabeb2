// Comparison of responses before anything is timed. A difference stops the run.
import { call, type Server } from './servers.js';
import { NEW_ANIMAL, PAGE } from './works.js';

type Sent = readonly [status: number, path: string, body?: string];

const PETS = '/v1/pets';
const READS: readonly Sent[] = [
  [200, PAGE],
  [200, `${PETS}/4711`],
];
/** To all servers but the floor. */
const REQUESTS: readonly Sent[] = [
  ...READS,
  [201, PETS, NEW_ANIMAL],
  [201, PETS, '{"name":"Zo\\u00eb \\"2\\"","categoryId":7}'],
  [400, `${PETS}?limit=0`],
  [400, `${PETS}/x`],
  [400, PETS, '{"name":"","categoryId":1}'],
  [400, PETS, '{"name":'],
];
/** To servers with our duties. */
const STRICT: readonly Sent[] = [
  ...REQUESTS,
  [201, PETS, '{"name":"Hambone","categoryId":9007199254740993}'],
  [400, PETS, '{"name":"Hambone","categoryId":9223372036854775808}'],
  [400, PETS, '{"name":"a\\u0001","categoryId":1}'],
  [400, PETS, '{"name":"Hambone","categoryId":1,"age":3}'],
  [400, `${PETS}?limit=1e1`],
  [400, `${PETS}?age=3`],
];
/** Headers of the connection and the framing. */
const FRAMING = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'];

/** The same statuses and bodies as the first of ours and, with our duties, the same headers. */
export async function verify(server: Server, all: readonly Server[]): Promise<void> {
  const { title, rival } = server;
  const ours = all.find((one) => one.rival === undefined) ?? server;
  const isStrict = rival === undefined || rival === 'fastify-duties';
  for (const [status, path, body] of isStrict ? STRICT : rival === 'floor' ? READS : REQUESTS) {
    const [actual, expected] = [await call(server, path, body), await call(ours, path, body)].map(
      (answer) => {
        const names = [...answer.headers.keys()].filter((name) => !FRAMING.includes(name));
        const content = answer.status < 400 ? answer.body.replace(/^\{"id":1\d{4},/, '') : '';
        return `${answer.status} ${isStrict ? names.join() : ''} ${content}`;
      },
    );
    if (actual === expected && actual?.startsWith(`${status} `)) continue;
    throw new Error(`${title}, ${path} ${body ?? ''}:\n${actual}\ninstead of\n${expected}`);
  }
}
