import { document } from '@animal-store/contract';
import { toPageDocument } from '../../../src/docs/page-document.js';
import { growContract } from '../../support/growth/grow-contract.js';
import { readContract } from '../../support/read-contract.js';

const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

function reference(edit: (contract: typeof document) => void = () => {}) {
  const edited = structuredClone(document);
  edit(edited);
  return toPageDocument(readContract(edited))['x-reference'];
}
const namesOf = (headers: readonly { name: string }[]) => headers.map(({ name }) => name);

test('when all responses have a header, then it is listed once', () => {
  const { headers, operations } = reference();
  expect(namesOf(headers)).toEqual(expect.arrayContaining([...LIMITS, 'X-Request-Id']));
  for (const operation of Object.values(operations))
    for (const name of namesOf(headers)) expect(namesOf(operation.headers)).not.toContain(name);
});

test('when one response lacks a header, then it is listed with the statuses of the others', () => {
  const { headers, operations } = reference(({ paths }) => {
    const created: { headers?: Record<string, unknown> } | undefined = paths['/pets']?.post
      ?.responses['201'] as object;
    delete created?.headers?.['X-RateLimit-Reset'];
  });
  expect(namesOf(headers)).not.toContain('X-RateLimit-Reset');
  const header = operations.createPet?.headers.find(({ name }) => name === 'X-RateLimit-Reset');
  expect(header?.statuses).toContain('400');
  expect(header?.statuses).not.toContain('201');
});

test('when an operation is deprecated, then its deprecation headers are listed once, and of no other operation', () => {
  const { getPet, createPet } = reference().operations;
  for (const name of ['Deprecation', 'Sunset', 'Link']) {
    const [header, ...others] = getPet?.headers.filter((one) => one.name === name) ?? [];
    expect([others, header?.statuses]).toEqual([[], expect.arrayContaining(['200', '404', '429'])]);
    expect(namesOf(createPet?.headers ?? [])).not.toContain(name);
  }
});

test('when errors share a schema, then the first one shows it, and the others have their codes', () => {
  const { createPet } = reference().operations;
  expect(createPet?.briefErrors).toMatchObject({
    401: { codes: ['unauthorized'], sameAs: '400' },
    429: { codes: ['rate_limited', 'key_banned'], sameAs: '400' },
  });
  expect(createPet?.briefErrors).not.toHaveProperty('400');
  expect(createPet?.briefErrors).not.toHaveProperty('201');
});

test('when an error has a schema of its own, then it is not among the brief ones', () => {
  const { createPet } = reference(({ paths }) => {
    const responses: Record<string, unknown> = { ...paths['/pets']?.post?.responses };
    const content = { 'application/json': { schema: { type: 'object' } } };
    responses['409'] = { description: 'A conflict.', content };
    Object.assign(paths['/pets']?.post ?? {}, { responses });
  }).operations;
  expect(Object.keys(createPet?.briefErrors ?? {})).toEqual(
    expect.not.arrayContaining(['400', '409']),
  );
});

test('when a contract has every construct, then each operation has a sample of its call', () => {
  const files = ['parameters', 'bodies', 'calls'];
  const { operations, firstCall } = reference((contract) => {
    for (const name of files) growContract(contract, `${name}.yaml`);
  });
  expect(operations.moveItem?.sdk).toContain('path: { id: 1 },\n  body: { id: 1');
  expect(operations.labelItem?.sdk).toContain("'X-Tenant': 1");
  expect(operations.deleteAccount?.sdk).toMatch(/^await store\.deleteAccount\(.*\);$/);
  expect(firstCall).toMatch(/for await \(const item of store\.\w+\.all\(\)\)/);
});
