// Contracts of several files: what the generator makes of them, and which references stop it.
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACT, type Files, folder, load } from './support/load.js';

const STANDARD_ERRORS = [400, 401, 403, 405, 413, 415, 429, 500, 503];
const TOYS = CONTRACT.replace('\npaths:\n', '\npaths:\n  /toys:\n    $ref: paths/toys.yaml\n');
const EXTRA = `${CONTRACT}    Extra: { $ref: "./schemas/extra.yaml#/Extra" } # here\n`;
const EXTRA_FILE = 'schemas/extra.yaml';

describe('a contract of several files', () => {
  test('when a schema moves to another file, then the document stays the same', async () => {
    const block = /^ {4}PetStatus:\n(?: {6}.*\n|\n)+/m.exec(CONTRACT)?.[0] ?? '';
    const moved = CONTRACT.replace(block, '').replaceAll(
      '#/components/schemas/PetStatus',
      './schemas/pets.yaml#/PetStatus',
    );
    const files = { 'schemas/pets.yaml': block.replaceAll(/^ {4}/gm, '') };
    const { document } = await load(moved, files);
    const { document: whole } = await load(CONTRACT);
    expect(document).toEqual(whole);
  });

  test('when references lead from file to file and back, then each part is a component of its name', async () => {
    const { document, problems } = await load(EXTRA, {
      [EXTRA_FILE]: `Extra:
  type: object
  properties:
    id: { $ref: "../openapi.yaml#/components/schemas/Int64" }
    tag: { $ref: "deep/Tag.yml" }
    own: { $ref: "#/Own" }
    next: { $ref: "#/Extra" }
Own: { type: string, const: own }
`,
      'schemas/deep/Tag.yml': 'type: array\nitems: { $ref: "../extra.yaml#/Extra" }\n',
    });
    expect(problems).toEqual([]);
    expect(document?.components.schemas).toMatchObject({
      Extra: {
        properties: {
          id: { $ref: '#/components/schemas/Int64' },
          tag: { $ref: '#/components/schemas/Tag' },
          own: { $ref: '#/components/schemas/Own' },
          next: { $ref: '#/components/schemas/Extra' },
        },
      },
      Tag: { type: 'array', items: { $ref: '#/components/schemas/Extra' } },
      Own: { const: 'own' },
    });
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"[^#]/);
  });

  test('when a path is in another file, then its operations have its parameters', async () => {
    const { document, problems } = await load(TOYS, {
      'paths/toys.yaml': `summary: Toys.
parameters:
  - $ref: "parameters.yaml#/Shelf"
get:
  operationId: listToys
  parameters:
    - $ref: "../openapi.yaml#/components/parameters/Limit"
  responses:
    "204": { $ref: "responses.yaml#/Nothing" }
`,
      'paths/parameters.yaml': 'Shelf: { name: shelf, in: query, schema: { type: integer } }\n',
      'paths/responses.yaml': 'Nothing: { description: Nothing. }\n',
    });
    expect(problems).toEqual([]);
    const { get } = document?.paths['/toys'] ?? {};
    expect(get?.parameters).toEqual([
      { $ref: '#/components/parameters/Shelf' },
      { $ref: '#/components/parameters/Limit' },
    ]);
    expect(get?.responses[204]).toEqual({ $ref: '#/components/responses/Nothing' });
    // what the build adds to every operation
    expect(Object.keys(get?.responses ?? {}).map(Number)).toEqual(
      expect.arrayContaining(STANDARD_ERRORS),
    );
  });
});

describe('a reference that the build cannot follow', () => {
  test.each<[string, string, Files, RegExp]>([
    ['a URL', 'https://a.example/pet.yaml#/Pet', {}, /is a URL.* \.\/schemas\/pet\.yaml#\/Pet/],
    ['another scheme', 'urn:pet', {}, /is a URL/],
    ['a file out of the folder', '../pet.yaml#/Pet', {}, /outside the folder of the contract/],
    ['an absolute path', '/etc/pet.yaml#/Pet', {}, /outside the folder of the contract/],
    ['JSON', './pet.json#/Pet', { 'pet.json': '{"Pet":{}}' }, /does not end in \.yaml or \.yml/],
    ['a folder for code', './apps/a.yaml', { 'apps/a.yaml': 'A: {}\n' }, /in a folder for code/],
    ['a missing file', './nope.yaml#/Pet', {}, /There is no file `\.\/nope\.yaml`/],
    ['an anchor', '#Pet', {}, /`#Pet` is not a JSON Pointer\. Write #\/components\/schemas\/Pet/],
  ])('when it leads to %s, then it is rejected at its position', async (...row) => {
    const [, target, files, says] = row;
    const extra = `    Extra: { $ref: "${target}" } # here\n`;
    const { problems } = await load(CONTRACT + extra, files);
    const line = CONTRACT.split('\n').length;
    expect(problems).toEqual([
      expect.stringMatching(`^openapi\\.yaml:${line}:\\d+ file-references `),
    ]);
    expect(problems[0]).toMatch(says);
  });

  test('when it leads to a symbolic link, then it is rejected', async () => {
    await writeFile(join(folder, 'real.yaml'), 'Pet: {}\n');
    await symlink(join(folder, 'real.yaml'), join(folder, 'link.yaml'));
    const { problems } = await load(`${CONTRACT}    Extra: { $ref: "./link.yaml#/Pet" }\n`);
    expect(problems).toEqual([
      expect.stringMatching(/file-references `\.\/link\.yaml` is a symbolic link/),
    ]);
  });

  test('when a discriminator maps to a URL, then it is rejected at its position', async () => {
    const { problems } = await load(
      `${CONTRACT}    Extra:\n      oneOf: [{ $ref: "#/components/schemas/Pet" }]\n      discriminator:\n        propertyName: name\n        mapping:\n          pet: https://example.org/pet.yaml\n`,
    );
    expect(problems).toEqual([
      expect.stringMatching(/^openapi\.yaml:\d+:16 file-references .* is a URL/),
    ]);
  });

  test('when OpenAPI allows no reference there, then it is rejected at its position', async () => {
    const parameters = /^ {2}parameters:\n(?: {4}.*\n|\n)+/m;
    const contract = CONTRACT.replace(parameters, '  parameters: { $ref: ./parameters.yaml }\n\n');
    const limit = 'Limit: { name: limit, in: query, schema: { type: integer } }\n';
    const { problems } = await load(contract, { 'parameters.yaml': limit });
    expect(problems.join('\n')).toMatch(
      /^openapi\.yaml:\d+:17 animal-store\/reference-places OpenAPI allows no `\$ref` here/m,
    );
  });
});

describe('a problem in another file', () => {
  const LATIN1 = Buffer.from('Extra:\n  title: für\n', 'latin1');
  const CIRCLE = '../openapi.yaml#/components/schemas/Extra';
  const TAKEN = 'Extra:\n  type: object\n  properties:\n    pet: { $ref: "#/Pet" }\nPet: {}\n';
  const SPACED = 'Extra:\n  type: array\n  items: { $ref: "#/My pet" }\nMy pet: {}\n';

  /** The content of the other file, and its problem there. */
  test.each<[string, string | Buffer, RegExp]>([
    ['invalid YAML', 'Extra:\n  type: [string\n', /:3:1 parse-error /],
    ['a key twice', 'Extra: {}\nExtra: {}\n', /:2:\d+ parse-error duplicated/],
    ['another encoding', LATIN1, /:2:11 parse-error .*UTF-8/],
    ['a wrong type', 'Extra:\n  type: object\n  required: name\n', /:3:13 struct /],
    ['a URL', 'Extra:\n  $ref: https://a.example\n', /:2:9 file-references .* is a URL/],
    ['a circle', `Extra:\n  $ref: "${CIRCLE}"\n`, /:2:9 parse-error Circular reference: /],
    ['its own part', 'Extra:\n  $ref: "#/Extra/x"\n', /:2:9 parse-error Circular.* #\/Extra\/x /],
    ['a name that is taken', TAKEN, /:4:\d+ file-references .*named `Pet`/],
    ['a name with a space', SPACED, /:4:1 animal-store\/contract-schema `My pet` cannot/],
  ])('when it is %s, then it has the name and the line of the file', async (...row) => {
    const [, content, says] = row;
    const { problems } = await load(EXTRA, { [EXTRA_FILE]: content });
    const there = problems.filter((problem) => problem.startsWith('schemas/extra.yaml:'));
    expect(there).toContainEqual(expect.stringMatching(says));
    for (const problem of problems)
      expect(problem).toMatch(/^(?:schemas\/extra|openapi)\.yaml:\d+:\d+ \S+ \S/);
  });

  test.each([
    ['has no such part', 'Other: {}\n'],
    ['has an unresolved reference', 'Extra:\n  $ref: "#/Nope"\n'],
  ])('when the file %s, then the reference has its place', async (_, content) => {
    const { problems } = await load(EXTRA, { [EXTRA_FILE]: content });
    expect(problems).toContainEqual(expect.stringMatching(/\.yaml:\d+:\d+ no-unresolved-refs /));
  });

  test('when the schema of a parameter is there, then it is followed', async () => {
    const contract = CONTRACT.replace('"#/components/schemas/PetStatus"', '"./types.yaml#/Ids"');
    const types = 'Ids: { type: array, items: { $ref: "#/Id" } }\nId: { type: object }\n';
    const { problems } = await load(contract, { 'types.yaml': types });
    expect(problems).toContainEqual(
      expect.stringMatching(/^openapi\.yaml:\d+:\d+ animal-store\/parameter-types .* has items/),
    );
  });

  test('when an operation there breaks a required rule, then the problem has its line', async () => {
    const toys = 'get:\n  operationId: delete\n  responses: { "204": { description: Nothing. } }\n';
    const { problems } = await load(TOYS, { 'paths/toys.yaml': toys });
    expect(problems).toEqual([
      expect.stringMatching(
        /^paths\/toys\.yaml:2:16 animal-store\/contract-schema `operationId` cannot name a function/,
      ),
    ]);
  });
});
