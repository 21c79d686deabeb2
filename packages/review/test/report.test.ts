// Reports of decisions: what a terminal, Markdown and annotations show of changes, witnesses, callers and approvals.
import type { Decision } from '../src/decision/decide.js';
import { FORMATS } from '../src/decision/report.js';
import type { Usage } from '../src/decision/usage-file.js';
import { approvalOf, decideEdits } from './support/decide-edits.js';
import { all, type Edit, remove, set } from './support/edit-contract.js';

const compareWith = (edit: Edit): Promise<Decision> => decideEdits(() => {}, edit);
const linesOf = async (edit: Edit) => FORMATS.terminal(await compareWith(edit), 'v1').split('\n');
const lastLineOf = async (edit: Edit) => (await linesOf(edit)).at(-1);

const BREAKING = all(remove('x-rate-limit-plans business'), set('x-max-body-bytes', 65_536));

test('when a terminal gets the changes, then each has its position and reason, and the version is last', async () => {
  const lines = await linesOf(BREAKING);
  expect(lines[0]).toBe('Compared with v1.');
  expect(lines[2]).toBe('wire   source');
  expect(lines[3]).toMatch(
    /^major {2}patch {3}openapi\.yaml:\d+:\d+ \(before\) {2}`x-rate-limit-plans\.business` removed/,
  );
  expect(lines[4]).toBe('               Keys on that plan have no quota.');
  expect(lines[5]).toBe('               no example: the contract itself says it');
  expect(lines[6]).toMatch(/^ {15}Not approved \([0-9a-f]{12}\)\.$/);
  expect(lines[7]).toMatch(
    /^minor {2}patch {3}openapi\.yaml:\d+:\d+ {2}`x-max-body-bytes` changed from 16384 to 65536\./,
  );
  expect(lines.at(-1)).toBe(
    'Wire: major. Source: patch. The breaking change is not approved. No changeset announces the next version 2.0.0, and info.version is still 1.0.0: run `npm run changeset`, and choose major for @animal-store/sdk.',
  );
});

// The last lines of approvals are in slow/approvals.test.ts.
test.each<[edit: Edit, line: string]>([
  [
    all(BREAKING, set('info version', '2.0.0')),
    'Wire: major. Source: patch. Breaking changes, announced by the version: info.version went from 1.0.0 to 2.0.0.',
  ],
  [set('info version', '1.1.0'), 'No changes, except that info.version went from 1.0.0 to 1.1.0.'],
  [
    set('info version', '0.9.0'),
    'A version must not decrease, but info.version went from 1.0.0 to 0.9.0.',
  ],
  [() => {}, 'No changes.'],
])(
  'when changes are announced by the version, or none, then the last line says so: %#',
  async (edit, line) => {
    expect(await lastLineOf(edit)).toBe(line);
  },
);

test('when names have line breaks and bars, then a change has one line, and Markdown has one cell', async () => {
  const edit = all(
    BREAKING,
    set('paths /pets get x-stability', 'a|b'),
    set('components schemas NewPet properties', { 'a\n::error::b': { type: 'string' } }),
  );
  const decision = await compareWith(edit);
  expect(FORMATS.terminal(decision, 'v1')).toMatch(/^(?!::error)[^\n]*a ::error::b/m);
  const markdown = FORMATS.markdown(decision, 'v1');
  expect(markdown).toMatch(
    /### Breaking \(major\)\n\n\| Wire \| Source \| Change \| Reason \| Operations \| Location \|\n/,
  );
  expect(markdown).toContain('### Additions (minor)');
  expect(markdown).toContain('a\\|b');
  for (const text of [markdown, FORMATS.terminal(decision, 'v1')]) {
    expect(text).not.toContain('\n::error');
    expect(text).toMatch(/^ {2}- fingerprint: [0-9a-f]{12} #.*\n {4}reason: ""$/m);
  }
});

describe('the witness of a change that breaks the wire', () => {
  const SMALL_PAGES = set('components parameters Limit schema maximum', 50);

  test.each<[name: string, edit: Edit, lines: (string | RegExp)[]]>([
    [
      'a request',
      SMALL_PAGES,
      ['GET /pets?limit=51', 'accepted (200) -> 400: query limit must be at most 50'],
    ],
    [
      'a reply with the whole value that decides',
      set('components schemas PetName maxLength', 300),
      [
        '200 in reply to GET /pets',
        `[{"id":1,"name":"${'a'.repeat(256)}","categoryId":1,"status":"available"},{"id":2,"name":"Emily","categoryId":2}]`,
        'the contract did not allow it: body /0/name must have at most 255 characters -> a valid reply',
      ],
    ],
    [
      'a request with the header that decides, and no others',
      set('x-max-body-bytes', 1024),
      [
        'POST /pets',
        'Content-Length: 1025',
        '{"name":"Hambone","categoryId":1,"status":"available"}',
        'accepted (201) -> 413: the body is too large',
      ],
    ],
  ])('when it is %s, then the terminal shows it and its outcomes', async (_name, edit, wanted) => {
    const lines = await linesOf(edit);
    expect(lines.slice(5, 5 + wanted.length).map((line) => line.trim())).toEqual(
      wanted.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))),
    );
  });

  test('when it is written as Markdown, then it is folded; a change without one is listed, and null in JSON', async () => {
    const decision = await compareWith(all(SMALL_PAGES, remove('x-rate-limit-plans business')));
    const { changes } = JSON.parse(FORMATS.json(decision, 'v1'));
    expect(changes.filter(({ witness }: { witness: unknown }) => witness === null)).toHaveLength(1);
    const text = FORMATS.markdown(decision, 'v1');
    expect(text).toMatch(
      /<details><summary>Example: Upper bound .* \(limit of GET \/pets\).*<\/summary>\n\n```http\nGET \/pets\?limit=51\n```\n\n- Before: accepted \(200\)\n- After: 400: query limit must be at most 50\n\n<\/details>/,
    );
    expect(text).toMatch(
      /Without an example, because the contract itself says it:\n\n- `x-rate-limit-plans\.business` removed/,
    );
  });
});

describe('a change that breaks the wire, of which no message was found', () => {
  const BODY = 'paths /pets post requestBody content application/json schema';
  const schemas = (name: string, is: object) =>
    set(`components schemas ${name}`, { type: 'object', required: ['kind'], ...is });
  const kinds = ['cat', 'default'].map((kind) =>
    schemas(kind, { properties: { kind: { type: 'string', const: kind } } }),
  );
  const refs = ['cat', 'default'].map((kind) => `#/components/schemas/${kind}`);
  const union = (mapping: object) =>
    set(BODY, {
      oneOf: refs.map(($ref) => ({ $ref })),
      discriminator: { propertyName: 'kind', mapping },
    });
  const [cat, other] = refs;
  const chosen = all(...kinds, union({ cat, default: other }));
  const oldStatus = all(
    set('components schemas NewPet properties status deprecated', true),
    set('components schemas NewPet properties status x-deprecated-since', '2026-01-01'),
    set('components schemas NewPet properties status x-deprecated-sunset', '2030-12-05'),
  );

  test.each<[name: string, before: Edit, edit: Edit]>([
    ['a key of a mapping called default', chosen, union({ cat, default: cat })],
    [
      'a conjunct that no value satisfies',
      set(BODY, { allOf: refs.map(($ref) => ({ $ref })) }),
      set(BODY, {
        allOf: [...refs.map(($ref) => ({ $ref })), { $ref: '#/components/schemas/Pet' }],
      }),
    ],
    ['a success that was removed', () => {}, remove('paths /pets post responses 201')],
    ['the header of idempotency', () => {}, remove('paths /pets post parameters 0')],
    ['a default', () => {}, set('components parameters Limit schema default', 10)],
    ['a style', () => {}, set('components parameters Limit style', 'pipeDelimited')],
    ['an unknown keyword', () => {}, set('components schemas Pet minContains', 1)],
  ])('when it is of %s, then every report says perhaps', async (_name, start, edit) => {
    const before = all(...kinds, start);
    const decision = await decideEdits(before, all(before, edit));
    const found = decision.changes.filter(({ wire, witness }) => wire === 'major' && !witness);
    expect(found.map(({ why }) => why)).not.toEqual([]);
    for (const { why } of found)
      expect(why).toMatch(
        / Perhaps: (?:no message|none of \d+ messages that were tried) shows it\.$/,
      );
    expect(FORMATS.markdown(decision, 'v1')).toMatch(
      /Perhaps breaking, because no message shows it:\n\n- /,
    );
    expect(FORMATS.markdown(decision, 'v1')).toMatch(/^\| perhaps major \| /m);
    expect(FORMATS.annotations(decision)).toMatch(/title=Breaking \(wire%3A perhaps major%2C /);
  });

  test.each<[name: string, before: Edit, edit: Edit]>([
    ['a quota', () => {}, set('x-rate-limit-plans pro perMinute', 200)],
    [
      'the sunset of a property',
      oldStatus,
      set('components schemas NewPet properties status x-deprecated-sunset', '2030-12-04'),
    ],
    ['the notice of a removal', () => {}, set('x-deprecation-policy minimumNoticeDays', 90)],
    ['a URL', () => {}, remove('servers 1')],
    ['a guarantee of stability', () => {}, set('paths /pets get x-stability', 'beta')],
    ['who may call', () => {}, set('paths /pets get security', [])],
  ])('when it is of %s, then the contract itself proves it', async (_name, before, edit) => {
    const decision = await decideEdits(before, all(before, edit));
    expect(decision.wire).toBe('major');
    const text = FORMATS.terminal(decision, 'v1');
    expect(text).toContain('no example: the contract itself says it');
    expect(text).not.toMatch(/perhaps/i);
  });

  test('when all breaks of the wire are perhaps, then so is the conclusion', async () => {
    const edit = set('components parameters Limit schema default', 10);
    expect(await lastLineOf(edit)).toMatch(/^Wire: perhaps major\. Source: patch\./);
    expect(await lastLineOf(all(edit, BREAKING))).toMatch(/^Wire: major\. /);
  });
});

describe('the decision in a report', () => {
  const usage: Usage = {
    from: '2026-10-25',
    to: '2026-11-23',
    calls: Array.from({ length: 7 }, (_, index) => ({
      lastDay: '2026-11-20',
      key: `key_${index}`,
      name: index === 6 ? 'Ann\u202e `x`\n' : undefined,
      plan: 'pro',
      operation: 'listPets',
      requests: 1000 * index + 1,
    })),
  };
  const noPage = remove('paths /pets get parameters 0');

  test('when keys called the operation, then five are named, and how many more there are', async () => {
    const decision = await decideEdits(() => {}, noPage, { usage });
    const text = FORMATS.terminal(decision, 'v1');
    expect(text).toContain(
      '7 keys called listPets in the 30 days of usage from 2026-10-25 to 2026-11-23:',
    );
    expect(text).toMatch(
      /\n {17}`Ann\? 'x'`, key_6, pro, 6,001 requests, last on 2026-11-20\n {17}key_5, pro, 5,001 /,
    );
    expect(text).toMatch(/\n {17}and 2 more\n/);
    expect(text).not.toContain('key_1,');
    const markdown = FORMATS.markdown(decision, 'v1');
    expect(markdown).toContain("    - `Ann? 'x'`, key\\_6, pro, 6,001 requests");
    expect(markdown).toContain('    - and 2 more\n');
  });

  test.each<[name: string, edit: Edit, says: string]>([
    [
      'no key called it',
      remove('paths /pets post'),
      'No key called createPet in the 30 days of usage from 2026-10-25 to 2026-11-23.',
    ],
    ['it affects the whole service', BREAKING, '7 keys called the service in '],
  ])('when %s, then the report says so', async (_name, edit, says) => {
    const decision = await decideEdits(() => {}, edit, { usage });
    expect(FORMATS.terminal(decision, 'v1')).toContain(says);
    expect(FORMATS.terminal(await compareWith(edit), 'v1')).not.toMatch(/called|key_/);
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

describe('an annotation', () => {
  const annotationsOf = (decision: Decision) => FORMATS.annotations(decision).split('\n');

  test('when a breaking change is approved and announced, then it is a warning, and otherwise an error', async () => {
    const lineOf = (decision: Decision) => annotationsOf(decision)[0] ?? '';
    expect(lineOf(await compareWith(BREAKING))).toMatch(
      /^::error .* Not approved \([0-9a-f]{12}\)\./,
    );
    const approvals = await approvalOf(BREAKING);
    const decisions = [
      await decideEdits(() => {}, BREAKING, { approvals }),
      await decideEdits(() => {}, BREAKING, { approvals, announced: 'major' }),
    ];
    expect(decisions.map((decision) => lineOf(decision).split(' ')[0])).toEqual([
      '::error',
      '::warning',
    ]);
    expect(decisions.map(lineOf).join()).not.toContain('Not approved');
  });

  test('when something was added, then it is a notice at its line', async () => {
    const [, line] = annotationsOf(await compareWith(BREAKING));
    expect(line).toMatch(
      /^::notice file=openapi\.yaml,line=\d+,col=\d+,title=Not breaking \(wire%3A minor%2C source%3A patch\)::`x-max-body-bytes` changed from 16384 to 65536\. /,
    );
  });

  test('when a value was removed, then its annotation is at the nearest new line, and names the old line', async () => {
    const comparison = await compareWith(BREAKING);
    const [removed] = comparison.changes;
    const [line = ''] = annotationsOf(comparison);
    expect(removed).toMatchObject({ side: 'base', headPlace: { file: 'openapi.yaml' } });
    expect(line).toContain(`file=openapi.yaml,line=${removed?.headPlace?.line},col=`);
    expect(line).toMatch(
      new RegExp(`\\(before: openapi\\.yaml:${removed?.line}:${removed?.column}\\)$`),
    );
    const { headPlace } = removed ?? {};
    expect(headPlace?.line).toBeLessThanOrEqual(removed?.line ?? 0);
    expect(headPlace?.line).toBeGreaterThan(1); // inside x-rate-limit-plans, not the top of the file
  });

  test('when a change has no effect on clients, then it has no annotation', async () => {
    const edit = set('info title', 'Another');
    expect((await compareWith(edit)).changes).not.toEqual([]);
    expect(FORMATS.annotations(await compareWith(edit))).toBe('');
  });

  test('when a text has the characters of a workflow command, then they are escaped', async () => {
    const comparison = await compareWith(BREAKING);
    const [change] = comparison.changes;
    if (change === undefined) throw new Error('there is no change');
    const odd = { ...change, file: 'a,b:c%.yaml', message: '100%\r\n::error::x', why: 'a, b: c.' };
    delete odd.headPlace;
    const text = FORMATS.annotations({ ...comparison, changes: [odd] });
    expect(text).toMatch(/^::error file=a%2Cb%3Ac%25\.yaml,/);
    expect(text).toMatch(/::100%25%0D%0A::error::x a, b: c\. Not approved \(\w+\)\.$/);
    expect(text).not.toContain('\n');
  });
});
