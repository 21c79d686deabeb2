// What editors and the compiler say: about typical mistakes in calls, in test/types/mistakes.types.ts, and in descriptions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const PACKAGE = join(__dirname, '../..');
const FILE = join(PACKAGE, 'test/types/mistakes.types.ts');
const EXPECTED = /^ *\/\/ @ts-expect-error (.*)$/gm;
const DECLARATIONS = `
import type { AnimalStore, Int64AsString, Params, Pet } from '../../src/index.js';
export declare const store: AnimalStore;
export declare const query: Params<'listPets'>;
export declare const body: Params<'createPet'>;
export declare const digits: Params<'createPet', 'string'>;
export declare const pet: Pet;
export declare const strings: Int64AsString<Pet>;
`;

/** Compiles another text in place of the file. */
function compile(replace: (text: string) => string) {
  const { config } = ts.readConfigFile(join(PACKAGE, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, PACKAGE);
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  host.readFile = (path) => (path === FILE ? replace(readFile(path) ?? '') : readFile(path));
  const program = ts.createProgram([FILE], options, host);
  const source = program.getSourceFile(FILE);
  const errors = program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  return { checker: program.getTypeChecker(), source, errors };
}

test('when a call has a typical mistake, then the compiler names it, and what was meant', () => {
  const { errors } = compile((text) => text.replaceAll('@ts-expect-error', ''));
  const expected = Array.from(readFileSync(FILE, 'utf8').matchAll(EXPECTED), ([, text]) => text);
  expect(errors).toEqual(expected.map((text) => expect.stringContaining(text ?? '')));
});

test('when a type is derived from the contract’s, then editors show the same texts and tags', () => {
  const { checker, source, errors } = compile(() => DECLARATIONS);
  expect(errors).toEqual([]);
  const memberOf = (variable: string, property: string) => {
    const declared = source?.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .find(({ name }) => name.getText() === variable);
    return declared && checker.getTypeAtLocation(declared.name).getProperty(property);
  };
  const textOf = (variable: string, property: string) =>
    ts.displayPartsToString(memberOf(variable, property)?.getDocumentationComment(checker));
  const tags = memberOf('store', 'getPet')?.getJsDocTags(checker) ?? [];
  expect(tags.map(({ name, text }) => `${name} ${ts.displayPartsToString(text)}`)).toEqual([
    expect.stringMatching(/^deprecated Deprecated since \S+; may be removed from \S+\. Use /),
  ]);
  expect(textOf('query', 'limit')).toMatch(/^Maximum /);
  for (const variable of ['body', 'digits', 'pet', 'strings'])
    expect(textOf(variable, 'categoryId')).toMatch(/^Identifier /);
});
