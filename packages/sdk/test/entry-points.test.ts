import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SOURCE = join(__dirname, '../src');
/** Imports and exports of values. Types are no part of the bundle. */
const STATIC = /^(?:im|ex)port (?!type\b)[^'()=]*from '(\.[^']+)\.js'/gm;
const textOf = (module: string) => readFileSync(join(SOURCE, `${module}.ts`), 'utf8');

/** The module and all that is loaded with it. */
function loadedWith(module: string, found = new Set<string>()): Set<string> {
  if (!found.has(module)) {
    found.add(module);
    for (const [, path = ''] of textOf(module).matchAll(STATIC))
      loadedWith(join(module, '..', path), found);
  }
  return found;
}

const core = loadedWith('index');

test('when the core is imported, then nothing of the other entry points is loaded with it', () => {
  expect(core).toContain('client');
  const others = [...core].filter((module) => /^(?:testing|tanstack|schemas|valid)/.test(module));
  expect(others).toEqual([]);
  const generated = [...core].filter((module) => module.startsWith(join('..', 'generated')));
  expect(generated.map((module) => relative('../generated', module)).sort()).toEqual([
    'ban-policy',
    'error-codes',
    'int64-shapes',
    'operations',
    'servers',
  ]);
});

// Service workers refuse import(), and a deploy removes files.
test('when a call needs a module, then it has been loaded', () => {
  expect([...core].filter((module) => /(?<!typeof )\bimport\(/.test(textOf(module)))).toEqual([]);
});

test('when openapi-fetch is left, then one file changes', () => {
  const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const using = sources.filter(
    (file) => file.endsWith('.ts') && textOf(file.slice(0, -3)).includes("from 'openapi-fetch'"),
  );
  expect(using).toEqual([join('request', 'typed-client.ts')]);
});
