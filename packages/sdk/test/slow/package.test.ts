// Published package: the packed tarball, installed into an empty project, run and type-checked in each module format.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PACKAGE = join(__dirname, '../..');
const TSC = require.resolve('typescript/bin/tsc');

let folder: string;

function run(command: string, args: readonly string[], cwd = folder): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'animal-store-sdk-'));
  const packed: unknown = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], PACKAGE),
  );
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--no-audit', '--no-fund', `./${fileName(packed)}`]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm pack --json` prints a list or, in newer versions, an object keyed by package name. */
function fileName(packed: unknown): string {
  const [first] = typeof packed === 'object' && packed !== null ? Object.values(packed) : [];
  if (typeof first === 'object' && first !== null && 'filename' in first)
    return String(first.filename);
  throw new Error('npm pack printed no file name');
}

const USE = `
const store = new AnimalStore({
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'as_live_x',
  fetch: async () => new Response('{"id":9007199254740993,"name":"Rex","categoryId":1}', { headers: { 'Content-Type': 'application/json' } }),
});
store.getPet({ petId: 1 }).then(({ id }) => console.log(typeof id, String(id), ApiError.name));
`;

test.each([
  ['ESM', 'use.mjs', "import { AnimalStore, ApiError } from '@animal-store/sdk';"],
  ['CommonJS', 'use.cjs', "const { AnimalStore, ApiError } = require('@animal-store/sdk');"],
])(
  'when it is loaded as %s, then it runs, including the bigint parser that is loaded on demand',
  (_, file, load) => {
    writeFileSync(join(folder, file), `${load}\n${USE}`);
    expect(run(process.execPath, [file])).toBe('bigint 9007199254740993 ApiError\n');
  },
);

const TYPED = `
import { AnimalStore, ApiError, type ErrorCode, type Page, type Pet } from '@animal-store/sdk';
const store = new AnimalStore({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'as_live_x' });
export async function use(): Promise<Page<Pet>> {
  const pet: Pet = await store.createPet({ name: 'Rex', categoryId: 1, status: 'available' });
  const code: ErrorCode = 'not_found';
  // @ts-expect-error not a PetStatus
  await store.listPets({ status: 'lost' });
  console.log(pet.id, code, ApiError);
  return store.listPets({ limit: 5 });
}
`;

test.each([
  ['bundler', { module: 'ESNext', moduleResolution: 'Bundler' }, 'use.ts'],
  ['node16 as ESM', { module: 'Node16', moduleResolution: 'Node16' }, 'use.mts'],
  ['node16 as CommonJS', { module: 'Node16', moduleResolution: 'Node16' }, 'use.cts'],
])(
  'when a project uses %s resolution, then the types compile without other packages, with skipLibCheck off',
  (_, resolution, file) => {
    writeFileSync(join(folder, file), TYPED);
    const compilerOptions = {
      ...resolution,
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: [file] }),
    );
    expect(() => run(process.execPath, [TSC, '-p', '.'])).not.toThrow();
  },
);

test('when the package is packed, then it has no sources and needs no other package of the workspace', () => {
  const files = run('npm', ['pack', '--dry-run', '--json'], PACKAGE);
  for (const sources of ['src/', 'test/', 'generator/', 'generated/'])
    expect(files).not.toContain(`"path": "${sources}`);
  expect(run('npm', ['ls', '--all', '--parseable'])).not.toContain('@animal-store/contract');
  expect(dirname(TSC)).not.toContain(folder);
});
