import type { Decision } from '../src/decision/decide.js';
import { parsePolicy } from '../src/decision/policy.js';
import type { Usage } from '../src/decision/usage-file.js';
import { FORMATS } from '../src/diff/report.js';
import { approvalOf, decideEdits } from './support/decide-edits.js';
import { all, type Edit, remove, set } from './support/edit-contract.js';

const compareWith = (edit: Edit): Promise<Decision> => decideEdits(() => {}, edit);

const BREAKING = all(remove('x-rate-limit-plans business'), set('x-max-body-bytes', 65_536));

test('when a terminal gets the changes, then each has its position and reason, and the version is last', async () => {
  const lines = FORMATS.terminal(await compareWith(BREAKING), 'v1').split('\n');
  expect(lines[0]).toBe('Compared with v1.');
  expect(lines[2]).toBe('wire   source');
  expect(lines[3]).toMatch(
    /^major {2}patch {3}openapi\.yaml:\d+:\d+ \(before\) {2}`x-rate-limit-plans\.business` removed/,
  );
  expect(lines[4]).toBe('               Keys on that plan have no quota.');
  expect(lines[5]).toBe('               not shown by an example');
  expect(lines[6]).toMatch(/^ {15}Not approved \([0-9a-f]{12}\)\.$/);
  expect(lines[7]).toMatch(
    /^minor {2}patch {3}openapi\.yaml:\d+:\d+ {2}`x-max-body-bytes` changed from 16384 to 65536\./,
  );
  expect(lines.at(-1)).toBe(
    'Wire: major. Source: patch. The breaking change is not approved. No changeset announces the next version 2.0.0, and info.version is still 1.0.0: run `npm run changeset`, and choose major for @animal-store/sdk.',
  );
});

describe('the last line of the terminal report', () => {
  const last = async (...args: Parameters<typeof decideEdits>) =>
    FORMATS.terminal(await decideEdits(...args), 'v1')
      .split('\n')
      .at(-1);

  test('when the version announces breaking changes, then it says so', async () => {
    expect(await last(() => {}, all(BREAKING, set('info version', '2.0.0')))).toBe(
      'Wire: major. Source: patch. Breaking changes, announced by the version: info.version went from 1.0.0 to 2.0.0.',
    );
  });

  test('when a changeset announces breaking changes that are not approved, then it counts them', async () => {
    expect(await last(() => {}, BREAKING, { announced: 'major' })).toBe(
      'Wire: major. Source: patch. The breaking change is not approved.',
    );
  });

  test('when approved breaking changes are not announced, then it says what to do', async () => {
    const approvals = await approvalOf(BREAKING);
    expect(await last(() => {}, BREAKING, { approvals })).toBe(
      'Wire: major. Source: patch. The breaking changes are approved, but not announced. No changeset announces the next version 2.0.0, and info.version is still 1.0.0: run `npm run changeset`, and choose major for @animal-store/sdk.',
    );
  });

  test('when breaking changes are approved and announced, then it says so', async () => {
    const approvals = await approvalOf(BREAKING);
    expect(await last(() => {}, BREAKING, { announced: 'major', approvals })).toBe(
      'Wire: major. Source: patch. Breaking changes, approved, and announced by a major changeset: the next version is 2.0.0.',
    );
  });

  test('when only the version changes, then it says so', async () => {
    expect(await last(() => {}, set('info version', '1.1.0'))).toBe(
      'No changes, except that info.version went from 1.0.0 to 1.1.0.',
    );
  });

  test('when the version decreases, then it says that it must not', async () => {
    expect(await last(() => {}, set('info version', '0.9.0'))).toBe(
      'A version must not decrease, but info.version went from 1.0.0 to 0.9.0.',
    );
  });
});

test('when changes are written as Markdown, then each level has a table and cells are escaped', async () => {
  const edit = all(BREAKING, set('paths /pets get x-stability', 'a|b'));
  const text = FORMATS.markdown(await compareWith(edit), 'v1');
  expect(text).toMatch(
    /### Breaking \(major\)\n\n\| Wire \| Source \| Change \| Reason \| Operations \| Location \|\n/,
  );
  expect(text).toContain('### Additions (minor)');
  expect(text).toContain('a\\|b');
});

test('when a name has a line break, then the terminal has it on the line of its change', async () => {
  const edit = set('components schemas NewPet properties', { 'a\n::error::b': { type: 'string' } });
  const text = FORMATS.terminal(await compareWith(edit), 'v1');
  expect(text).toContain('a ::error::b');
  expect(text).not.toContain('\n::error');
});

describe('the witness of a change that breaks the wire', () => {
  const SMALL_PAGES = set('components parameters Limit schema maximum', 50);

  test('when it is a request, then the terminal shows the request and what becomes of it', async () => {
    const lines = FORMATS.terminal(await compareWith(SMALL_PAGES), 'v1').split('\n');
    expect(lines.slice(5, 7).map((line) => line.trim())).toEqual([
      'GET /pets?limit=51',
      'accepted (200) -> 400: query limit must be at most 50',
    ]);
  });

  test('when it is a reply, then the terminal shows the reply, cut at 200 characters', async () => {
    const edit = set('components schemas PetName maxLength', 300);
    const lines = FORMATS.terminal(await compareWith(edit), 'v1').split('\n');
    const [first, body = '', outcome] = lines.slice(5, 8).map((line) => line.trim());
    expect(first).toBe('200 in reply to GET /pets');
    expect(body).toMatch(/^\[\{.*\.\.\.$/);
    expect(body).toHaveLength(200);
    expect(outcome).toBe(
      'the contract did not allow it: body /0/name must have at most 255 characters -> a valid reply',
    );
  });

  test('when it depends on a header, then the header is shown, and other headers are not', async () => {
    const lines = FORMATS.terminal(await compareWith(set('x-max-body-bytes', 1024)), 'v1').split(
      '\n',
    );
    expect(lines.slice(5, 9).map((line) => line.trim())).toEqual([
      'POST /pets',
      'Content-Length: 1025',
      '{"name":"Hambone","categoryId":1,"status":"available"}',
      'accepted (201) -> 413: the body is too large',
    ]);
  });

  test('when it is written as Markdown, then it is folded, and changes without one are listed', async () => {
    const edit = all(SMALL_PAGES, remove('x-rate-limit-plans business'));
    const text = FORMATS.markdown(await compareWith(edit), 'v1');
    expect(text).toMatch(
      /<details><summary>Example: GET \/pets › limit.*<\/summary>\n\n```http\nGET \/pets\?limit=51\n```\n\n- Before: accepted \(200\)\n- After: 400: query limit must be at most 50\n\n<\/details>/,
    );
    expect(text).toMatch(/Not shown by an example:\n\n- `x-rate-limit-plans\.business` removed/);
  });

  test('when changes are written as JSON, then it is the whole comparison, with each witness or null', async () => {
    const decision = await compareWith(all(SMALL_PAGES, BREAKING));
    const witness = {
      kind: 'request',
      method: 'GET',
      path: '/pets?limit=51',
      headers: { Authorization: 'Bearer <API_KEY>' },
      before: 'accepted (200)',
      after: '400: query limit must be at most 50',
    };
    expect(JSON.parse(FORMATS.json(decision, 'v1'))).toMatchObject({
      base: 'v1',
      wire: 'major',
      source: 'patch',
      level: 'major',
      nextVersion: '2.0.0',
      admissible: false,
      changes: expect.arrayContaining([
        expect.objectContaining({ wire: 'major', source: 'patch', witness }),
        expect.objectContaining({
          wire: 'major',
          message: expect.stringContaining('x-rate-limit-plans.business'),
          witness: null,
        }),
        expect.objectContaining({
          wire: 'minor',
          source: 'patch',
          message: expect.stringContaining('x-max-body-bytes'),
        }),
      ]),
    });
  });
});

test('when nothing changed, then the report says so', async () => {
  const text = FORMATS.terminal(await compareWith(() => {}), 'v1');
  expect(text).toBe('Compared with v1.\n\nNo changes.');
});

describe('the decision in a report', () => {
  const usage: Usage = {
    from: '2026-10-25',
    to: '2026-11-23',
    rows: Array.from({ length: 7 }, (_, index) => ({
      day: '2026-11-20',
      key: `key_${index}`,
      name: index === 6 ? 'Ann\u202e `x`\n' : undefined,
      plan: 'pro',
      operation: 'listPets',
      requests: 1000 * index + 1,
    })),
  };
  const noPage = remove('paths /pets get parameters 0');
  const noOrders = remove('paths /pets post');

  test('when keys called the operation, then five are named, and how many more there are', async () => {
    const decision = await decideEdits(() => {}, noPage, { usage });
    const text = FORMATS.terminal(decision, 'v1');
    expect(text).toContain(
      '7 keys called listPets in the 30 days of usage from 2026-10-25 to 2026-11-23:',
    );
    expect(text).toMatch(
      /\n {17}Ann\? `x`, key_6, pro, 6,001 requests, last on 2026-11-20\n {17}key_5, pro, 5,001 /,
    );
    expect(text).toMatch(/\n {17}and 2 more\n/);
    expect(text).not.toContain('key_1,');
    const markdown = FORMATS.markdown(decision, 'v1');
    expect(markdown).toContain("    - `Ann? 'x'`, key_6, pro, 6,001 requests");
    expect(markdown).toContain('    - and 2 more\n');
  });

  test('when no key called it, then the report says in how many days', async () => {
    const text = FORMATS.terminal(await decideEdits(() => {}, noOrders, { usage }), 'v1');
    expect(text).toContain(
      'No key called createPet in the 30 days of usage from 2026-10-25 to 2026-11-23.',
    );
  });

  test('when a change affects the whole service, then its callers are those of the service', async () => {
    const text = FORMATS.terminal(await decideEdits(() => {}, BREAKING, { usage }), 'v1');
    expect(text).toContain('7 keys called the service in ');
  });

  test('when there is no usage file, then callers are not mentioned', async () => {
    expect(FORMATS.terminal(await compareWith(noPage), 'v1')).not.toMatch(/called|key_/);
  });

  test('when changes are not approved, then the printed lines approve them once they have a reason', async () => {
    const decision = await compareWith(all(BREAKING, noPage));
    const printed = FORMATS.terminal(decision, 'v1');
    const lines = printed.split('\n').filter((line) => /^ {2}- fingerprint|^ {4}reason/.test(line));
    expect(FORMATS.markdown(decision, 'v1')).toContain(lines.join('\n'));
    const text = `approvals:\n${lines.join('\n')}\n`;
    expect(() => parsePolicy(text)).toThrow(/`reason` must say why/);
    const { approvals } = parsePolicy(text.replaceAll('""', 'Agreed.'));
    const approved = await decideEdits(() => {}, all(BREAKING, noPage), {
      announced: 'major',
      approvals,
    });
    expect(approved.admissible).toBe(true);
    expect(FORMATS.terminal(approved, 'v1')).toMatch(
      /\n {15}Approved \([0-9a-f]{12}\): Agreed\.\n/,
    );
  });

  test('when an approval matches nothing, then both reports say where it is', async () => {
    const approvals = await approvalOf(noPage);
    const decision = await decideEdits(
      () => {},
      () => {},
      { approvals },
    );
    const says = `packages/review/review-policy.yaml:7:5 The approval ${approvals[0]?.fingerprint} matches no breaking change since v1: remove it.\n`;
    expect(FORMATS.terminal(decision, 'v1')).toContain(says);
    expect(FORMATS.markdown(decision, 'v1')).toContain(says);
    expect(decision.admissible).toBe(true);
  });
});
