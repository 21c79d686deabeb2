// README of the package and its pages: all TypeScript blocks compile against the packed types and the frameworks' own, with
// the `fetch` of each platform.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sdkFolder } from '../project.ts';

const TOOLS = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(TOOLS, 'generated/readme');
const IMPORT = /^import \{ (.*) \} from '(.*)';$/gm;
/** What the blocks take from the first one. */
const STORE = "declare const store: import('@animal-store/sdk').AnimalStore;\n";
/** The compiler, the `lib` and the `types` of a project for each platform. */
const PLATFORMS: Readonly<
  Record<string, readonly [compiler: string, lib: readonly string[], types: readonly string[]]>
> = {
  browsers: ['typescript', ['es2023', 'dom', 'dom.iterable'], []],
  'Node.js': ['typescript-7', ['es2023'], ['node']],
  Bun: ['typescript-7', ['es2023'], ['bun-types']],
  'Cloudflare Workers': ['typescript-7', ['es2023'], ['@cloudflare/workers-types']],
};

const PACKAGE = sdkFolder();
const pages = readdirSync(join(PACKAGE, 'docs')).map((name) => `docs/${name}`);
const text = ['README.md', ...pages]
  .map((path) => readFileSync(join(PACKAGE, path), 'utf8'))
  .join('\n## ');

function blocksOf(section: string, language: 'ts' | 'tsx'): string[] {
  const pattern = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g');
  return Array.from(section.matchAll(pattern), ([, code = '']) => code);
}

/** One program, as it runs: each section after the first call is a scope, and the imports are those of all blocks. */
function toProgram(): string {
  const names = new Map<string, Set<string>>();
  const [firstCall = '', ...sections] = text
    .split(/^## /m)
    .map((section) => blocksOf(section, 'ts').join('\n'))
    .filter((code) => code !== '');
  const program = [firstCall, ...sections.map((code) => `{\n${code}\n}`)].join('\n');
  const body = program.replace(IMPORT, (_, list: string, module: string) => {
    names.set(module, new Set([...(names.get(module) ?? []), ...list.split(', ')]));
    return '';
  });
  const imports = [...names].map(
    ([name, all]) => `import { ${[...all].join(', ')} } from '${name}';`,
  );
  return `${imports.join('\n')}\ndeclare const apiKey: string;\n${body}`;
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
/** Without those that are a file of an app, which the tests of its framework build. */
const components = blocksOf(text, 'tsx').filter((code) => !/^\/\/ \w+\//.test(code));
for (const [index, code] of components.entries())
  writeFileSync(join(FOLDER, `component-${index}.tsx`), `${STORE}${code}`);
writeFileSync(join(FOLDER, 'program.ts'), toProgram());

for (const [platform, [compiler, lib, types]] of Object.entries(PLATFORMS))
  test(`when the README’s examples are compiled for ${platform}, then they have no errors`, () => {
    assert.ok(components.length > 3);
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: { lib, types },
      include: ['.'],
      exclude: [],
    };
    writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(TOOLS, `../node_modules/${compiler}/bin/tsc`);
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', FOLDER], { encoding: 'utf8' });
    assert.equal(stdout, '');
  });
