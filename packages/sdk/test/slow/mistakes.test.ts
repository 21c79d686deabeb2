// What editors and the compiler say: about typical mistakes in calls, in test/types/mistakes.types.ts, and in hovers of the
// built package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { document } from '@animal-store/contract/document';
import { parametersOf, resolve, type Schema } from '@animal-store/spec/document';
import ts from 'typescript';

const PACKAGE = join(__dirname, '../..');
const FILE = join(PACKAGE, 'test/types/mistakes.types.ts');
const EXPECTED = /^ *\/\/ @ts-expect-error (.*)$/gm;
const HEAD = `
import type { AnimalStore, Int64AsString, Params, Pet } from '../../dist/index.js';
import { listPetsOptions } from '../../dist/tanstack-query.js';
declare const store: AnimalStore;
declare const strings: AnimalStore<'string'>;
declare const pet: Pet & { text: Int64AsString<Pet> };
declare const limit: number;
`;

/** Opens another text in place of the file. */
function openEditor(text: string): ts.LanguageService {
  const { config } = ts.readConfigFile(join(PACKAGE, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, PACKAGE);
  const readFile = (path: string) => (path === FILE ? text : ts.sys.readFile(path));
  return ts.createLanguageService({
    readFile,
    fileExists: ts.sys.fileExists,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => PACKAGE,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [FILE],
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(readFile(path) ?? ''),
    getScriptVersion: () => '1',
  });
}

function errorsIn(editor: ts.LanguageService): string[] {
  const errors = editor.getSemanticDiagnostics(FILE);
  return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('when a call has a typical mistake, then the compiler names it, and what was meant', () => {
  const text = readFileSync(FILE, 'utf8');
  const expected = Array.from(text.matchAll(EXPECTED), ([, part = '']) => part);
  const errors = errorsIn(openEditor(text.replaceAll('@ts-expect-error', '')));
  expect(errors).toEqual(expected.map((part) => expect.stringContaining(part)));
});

const { minLength, maxLength } = document.components.schemas.PetName ?? {};
const NAME = ` ${minLength} to ${maxLength} characters`;
const listPets = document.paths['/pets']?.get;
const limit = listPets && parametersOf(listPets, document).find(({ name }) => name === 'limit');
const schema = limit && resolve<Schema>(limit.schema, document);
const LIMIT = ` ${schema?.minimum} to ${schema?.maximum}, ${schema?.default} by default.`;

/** In each line, the first `_` stands before the name that is hovered. */
const HOVERED: readonly (readonly [line: string, text: string])[] = [
  ['store.listPets({ _limit });', LIMIT],
  ['store.listPets.all({ _limit: 1 });', LIMIT],
  ['strings.listPets({ _limit: 1 });', LIMIT],
  ['listPetsOptions(store, { _limit: 1 });', LIMIT],
  ["({ _limit: 1 }) satisfies Params<'listPets'>;", LIMIT],
  ["store.createPet({ _name: 'Rex', categoryId: 1 });", NAME],
  ["strings.createPet({ _name: 'Rex', categoryId: '1' });", NAME],
  ['pet._name;', NAME],
  ['pet.text._categoryId;', 'Identifier of '],
  ['store._listPets();', 'Returns a page '],
  ['store._getPet({ petId: 1 });', '@deprecated Deprecated since 20'],
];

test('when a name of the contract is hovered, then editors show its text and its limits', () => {
  const lines = HOVERED.map(([line]) => line);
  const text = HEAD + lines.join('\n').replaceAll('_', '');
  const editor = openEditor(text);
  expect(errorsIn(editor)).toEqual([]);
  const hovers = lines.map((line) => {
    const position = text.indexOf(`\n${line.replace('_', '')}`) + 1 + line.indexOf('_');
    const { documentation, tags = [] } = editor.getQuickInfoAtPosition(FILE, position) ?? {};
    const notes = tags.map((tag) => `@${tag.name} ${ts.displayPartsToString(tag.text)}`);
    return [ts.displayPartsToString(documentation), ...notes].join('\n').replaceAll('\n', ' ');
  });
  expect(hovers).toEqual(HOVERED.map(([, part]) => expect.stringContaining(part)));
});
