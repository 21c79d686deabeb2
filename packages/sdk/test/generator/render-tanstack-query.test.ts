// Names in the generated options of TanStack Query.
import { operationSpecs } from '@animal-store/contract';
import { document } from '@animal-store/contract/document';
import { readContract } from '@animal-store/spec/model';
import ts from 'typescript';
import { renderTanstackQuery } from '../../generator/render-tanstack-query.js';
import { toSdkOperations } from '../../generator/sdk-operations.js';

const OPERATIONS = toSdkOperations(operationSpecs, readContract(document));
/** They begin the names of functions that the generated ones call, such as `queryOptions`. */
const NAMES = ['query', 'infiniteQuery', 'mutation'];

/** The names that a module imports or declares. An overload without a body is none. */
function namesIn(source: string): string[] {
  const { statements } = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return (statement.body && statement.name?.text) ?? [];
    const bindings = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings;
    if (!bindings) return [];
    return ts.isNamespaceImport(bindings)
      ? bindings.name.text
      : bindings.elements.map(({ name }) => name.text);
  });
}

test.each(NAMES)('when an operation is named %s, then the module has no name twice', (id) => {
  const renamed = OPERATIONS.map((operation) => ({ ...operation, id }) as typeof operation);
  for (const operation of renamed) {
    const names = namesIn(renderTanstackQuery([operation]));
    expect(names.filter((name) => name.startsWith(id))).not.toEqual([]);
    expect(names).toEqual([...new Set(names)]);
  }
});
