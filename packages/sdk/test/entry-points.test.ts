import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SOURCE = join(__dirname, '../src');
/** Imports and exports of values. Types are no part of the bundle. */
const STATIC = /^(?:im|ex)port (?!type\b)[^'()=]*from '(\.[^']+)\.js'/gm;
const ON_FIRST_USE = /(?<!typeof )\bimport\('(\.[^']+)\.js'\)/g;

/** The modules that a module names, each by its path from `src`. */
function named(module: string, pattern: RegExp): string[] {
  const text = readFileSync(join(SOURCE, `${module}.ts`), 'utf8');
  return [...text.matchAll(pattern)].map(([, path = '']) => join(module, '..', path));
}

/** The module and all that is loaded with it. */
function loadedWith(module: string, found = new Set<string>()): Set<string> {
  if (!found.has(module)) {
    found.add(module);
    for (const other of named(module, STATIC)) loadedWith(other, found);
  }
  return found;
}

const core = loadedWith('index');
const onFirstUse = [...core].flatMap((module) => named(module, ON_FIRST_USE));

test('when the core is imported, then nothing of the other entry points is loaded with it', () => {
  expect(core).toContain('client');
  const others = [...core].filter((module) => /^(?:testing|tanstack|schemas|valid)/.test(module));
  expect(others).toEqual([]);
  const generated = [...core].filter((module) => module.startsWith(join('..', 'generated')));
  expect(generated.map((module) => relative('../generated', module)).sort()).toEqual([
    'ban-policy',
    'error-codes',
    'operations',
    'servers',
  ]);
});

test.each([...new Set(onFirstUse)])(
  'when %s is loaded on first use, then it shares no module with the core, which would split its bundle',
  (module) => {
    expect([...loadedWith(module)].filter((other) => core.has(other))).toEqual([]);
  },
);
