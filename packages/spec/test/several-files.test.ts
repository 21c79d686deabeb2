// Contracts of several files: what the generator makes of them, and which references stop it.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACT, type Files, folder, load } from './support/load.js';

const STANDARD_ERRORS = [400, 401, 403, 405, 413, 415, 429, 500, 503];
const TOYS = CONTRACT.replace('\npaths:\n', '\npaths:\n  /toys:\n    $ref: openapi/toys.yaml\n');
const EXTRA = `${CONTRACT}    Extra: { $ref: "./openapi/extra.yaml#/Extra" } # here\n`;
const EXTRA_FILE = 'openapi/extra.yaml';

describe('a contract of several files', () => {
  test('when a schema moves to another file, then the document stays the same', async () => {
    const block = /^ {4}PetStatus:\n(?: {6}.*\n|\n)+/m.exec(CONTRACT)?.[0] ?? '';
    const moved = CONTRACT.replace(block, '').replaceAll(
      '#/components/schemas/PetStatus',
      './openapi/pets.yaml#/PetStatus',
    );
    const files = { 'openapi/pets.yaml': block.replaceAll(/^ {4}/gm, '') };
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
      'openapi/deep/Tag.yml': 'type: array\nitems: { $ref: "../extra.yaml#/Extra" }\n',
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
      'openapi/toys.yaml': `summary: Toys.
parameters:
  - $ref: "parameters.yaml#/Shelf"
get:
  operationId: listToys
  parameters:
    - $ref: "../openapi.yaml#/components/parameters/Limit"
  responses:
    "204": { $ref: "responses.yaml#/Nothing" }
`,
      'openapi/parameters.yaml': 'Shelf: { name: shelf, in: query, schema: { type: integer } }\n',
      'openapi/responses.yaml': 'Nothing: { description: Nothing. }\n',
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
    ['a URL', 'https://a.example/pet.yaml#/Pet', {}, /is a URL.* Save a copy in the folder/],
    ['another folder', './pet.yaml#/Pet', { 'pet.yaml': 'Pet: {}\n' }, /is no YAML file in the/],
    ['a folder outside', '../openapi/pet.yaml#/Pet', {}, /is no YAML file in the folder `openapi`/],
    ['JSON', './openapi/pet.json', { 'openapi/pet.json': '{}' }, /is no YAML file in the folder/],
    [
      'a missing file',
      './openapi/nope.yaml#/Pet',
      {},
      /there is no file `\.\/openapi\/nope\.yaml`/,
    ],
  ])('when it leads to %s, then it is rejected at its position', async (...row) => {
    const [, target, files, says] = row;
    const extra = `    Extra: { $ref: "${target}" } # here\n`;
    const { problems } = await load(CONTRACT + extra, files);
    const line = CONTRACT.split('\n').length;
    expect(problems).toEqual([
      expect.stringMatching(
        `^openapi\\.yaml:${line}:\\d+ animal-store/reference-places Can't resolve `,
      ),
    ]);
    expect(problems[0]).toMatch(says);
  });

  test('when it leads to a symbolic link, then it is rejected', async () => {
    await mkdir(join(folder, 'openapi'));
    await writeFile(join(folder, 'real.yaml'), 'Pet: {}\n');
    await symlink(join(folder, 'real.yaml'), join(folder, 'openapi/link.yaml'));
    const { problems } = await load(`${CONTRACT}    Extra: { $ref: "./openapi/link.yaml#/Pet" }\n`);
    expect(problems).toEqual([
      expect.stringMatching(/`\.\/openapi\/link\.yaml` is a symbolic link/),
    ]);
  });

  test('when a discriminator maps to a URL, then it is rejected at its position', async () => {
    const { problems } = await load(
      `${CONTRACT}    Extra:\n      oneOf: [{ $ref: "#/components/schemas/Pet" }]\n      discriminator:\n        propertyName: name\n        mapping:\n          pet: https://example.org/pet.yaml\n`,
    );
    expect(problems).toEqual([
      expect.stringMatching(/^openapi\.yaml:\d+:\d+ animal-store\/reference-places .* is a URL/),
    ]);
  });

  test('when OpenAPI allows no reference there, then it is rejected at its position', async () => {
    const parameters = /^ {2}parameters:\n(?: {4}.*\n|\n)+/m;
    const contract = CONTRACT.replace(
      parameters,
      '  parameters: { $ref: ./openapi/parameters.yaml }\n\n',
    );
    const limit = 'Limit: { name: limit, in: query, schema: { type: integer } }\n';
    const { problems } = await load(contract, { 'openapi/parameters.yaml': limit });
    expect(problems.join('\n')).toMatch(
      /^openapi\.yaml:\d+:17 animal-store\/reference-places OpenAPI allows no `\$ref` here/m,
    );
  });
});

describe('a problem in another file', () => {
  const LATIN1 = Buffer.from('Extra:\n  title: für\n', 'latin1');
  const TAKEN = 'Extra:\n  type: object\n  properties:\n    pet: { $ref: "#/Pet" }\nPet: {}\n';
  const SPACED = 'Extra:\n  type: array\n  items: { $ref: "#/My pet" }\nMy pet: {}\n';

  /** The content of the other file, and its problem there. */
  test.each<[string, string | Buffer, RegExp]>([
    ['invalid YAML', 'Extra:\n  type: [string\n', /:3:1 parse-error /],
    ['a key twice', 'Extra: {}\nExtra: {}\n', /:2:\d+ parse-error `Extra` stands there twice/],
    ['another encoding', LATIN1, /:2:11 parse-error .*UTF-8/],
    ['a wrong type', 'Extra:\n  type: object\n  required: name\n', /:3:13 struct /],
    ['a name that is taken', TAKEN, /:4:\d+ file-references .*named `Pet`/],
    ['a name with a space', SPACED, /:4:1 animal-store\/contract-schema `My pet` cannot/],
  ])('when it is %s, then it has the name and the line of the file', async (...row) => {
    const [, content, says] = row;
    const { problems } = await load(EXTRA, { [EXTRA_FILE]: content });
    const there = problems.filter((problem) => problem.startsWith('openapi/extra.yaml:'));
    expect(there).toContainEqual(expect.stringMatching(says));
    for (const problem of problems)
      expect(problem).toMatch(/^(?:openapi\/extra|openapi)\.yaml:(?!1:1 )\d+:\d+ \S+ \S/);
  });

  test.each([
    [
      'a URL',
      'https://a.example',
      /animal-store\/reference-places .* is a URL.* \(in openapi\/extra\.yaml\)/,
    ],
    ['itself', '../openapi.yaml#/components/schemas/Extra', /parse-error .*circular/i],
    ['its own part', '#/Extra/x', /parse-error .*circular/i],
  ])('when it is a reference to %s, then it is reported', async (_, target, says) => {
    const { problems } = await load(EXTRA, { [EXTRA_FILE]: `Extra:\n  $ref: "${target}"\n` });
    expect(problems).toEqual([expect.stringMatching(says)]);
  });

  test.each([
    ['has no such part', 'Other: {}\n'],
    ['has an unresolved reference', 'Extra:\n  $ref: "#/Nope"\n'],
  ])('when the file %s, then the reference has its place', async (_, content) => {
    const { problems } = await load(EXTRA, { [EXTRA_FILE]: content });
    expect(problems).toContainEqual(
      expect.stringMatching(/\.yaml:\d+:\d+ animal-store\/reference-places /),
    );
  });

  test('when the schema of a parameter is there, then it is followed', async () => {
    const contract = CONTRACT.replace(
      '"#/components/schemas/PetStatus"',
      '"./openapi/types.yaml#/Ids"',
    );
    const types = 'Ids: { type: array, items: { $ref: "#/Id" } }\nId: { type: object }\n';
    const { problems } = await load(contract, { 'openapi/types.yaml': types });
    expect(problems).toContainEqual(
      expect.stringMatching(/^openapi\.yaml:\d+:\d+ animal-store\/parameter-types .* has items/),
    );
  });

  test('when an operation there breaks a required rule, then the problem has its line', async () => {
    const toys = 'get:\n  operationId: delete\n  responses: { "204": { description: Nothing. } }\n';
    const { problems } = await load(TOYS, { 'openapi/toys.yaml': toys });
    expect(problems).toEqual([
      expect.stringMatching(
        /^openapi\/toys\.yaml:2:16 animal-store\/contract-schema `operationId` cannot name a function/,
      ),
    ]);
  });
});
