// Contract that has grown: the `@deprecated` tags in the types of the built SDK.
import { join } from 'node:path';
import ts from 'typescript';
import { TREE } from './support/grown-sdk.js';

const SOURCE = `
import type { Int64AsString, Params, Thing } from '@animal-store/sdk';
export declare const params: Params<'listThings'>;
export declare const body: Params<'createThing'>;
export declare const digits: Params<'createThing', 'string'>;
export declare const thing: Thing;
export declare const strings: Int64AsString<Thing>;
`;
const PARAMETER = 'Deprecated since 2026-01-01; may be removed from 2030-12-05.';
const PROPERTY = 'Deprecated since 2025-06-01; may be removed from 2028-01-01.';

/** The deprecated properties of each variable, with the text of the tag. */
function deprecations(): Record<string, Record<string, string>> {
  const file = join(TREE, 'packages/sdk/test/deprecations.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? SOURCE : readFile(name));
  host.getSourceFile = (name, ...others) =>
    name === file
      ? ts.createSourceFile(name, SOURCE, ts.ScriptTarget.ES2022)
      : getSourceFile(name, ...others);
  const program = ts.createProgram([file], options, host);
  expect(
    ts.formatDiagnostics(
      program.getSemanticDiagnostics(program.getSourceFile(file)),
      host as never,
    ),
  ).toBe('');
  const checker = program.getTypeChecker();
  const found: Record<string, Record<string, string>> = {};
  for (const statement of program.getSourceFile(file)?.statements ?? []) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      const tags = checker
        .getPropertiesOfType(checker.getTypeAtLocation(declaration))
        .flatMap((property) =>
          property
            .getJsDocTags(checker)
            .filter(({ name }) => name === 'deprecated')
            .map(({ text }) => [property.name, ts.displayPartsToString(text)]),
        );
      found[declaration.name.getText()] = Object.fromEntries(tags);
    }
  }
  return found;
}

test('when a parameter or a property is deprecated, then its type says so with both dates', () => {
  expect(deprecations()).toEqual({
    params: { sort: PARAMETER },
    body: { nick: PROPERTY },
    digits: { nick: PROPERTY },
    thing: { nick: PROPERTY },
    strings: { nick: PROPERTY },
  });
});
