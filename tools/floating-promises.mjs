// Check for forgotten awaits: `node floating-promises.mjs FOLDER`, beside a tsconfig.json. A handler that does not await a call of
// its store replies before the call has an effect. Biome's rule of this name does not know the types of a store's methods.
import { relative, resolve } from 'node:path';
import ts from 'typescript';

const folder = `${resolve(process.argv[2])}/`;
const config = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, ts.sys);
const names = config.fileNames.filter((name) => name.startsWith(folder));
if (names.length === 0) throw new Error(`tsconfig.json includes no file of ${folder}`);
const program = ts.createProgram(names, config.options);
const checker = program.getTypeChecker();

const isPromise = (type) => type !== undefined && checker.getAwaitedType(type) !== type;

/** Whether the node is a statement, a negation, or a function whose result nobody takes, that makes a promise or a list of them. */
function isFloating(node) {
  if (ts.isPrefixUnaryExpression(node)) return isPromise(checker.getTypeAtLocation(node.operand));
  if (ts.isExpressionStatement(node)) {
    const type = checker.getTypeAtLocation(node.expression);
    return isPromise(type) || isPromise(checker.getIndexTypeOfType(type, ts.IndexKind.Number));
  }
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const [taken] = checker.getContextualType(node)?.getCallSignatures() ?? [];
  const [made] = checker.getTypeAtLocation(node).getCallSignatures();
  const isIgnored = taken && (taken.getReturnType().flags & ts.TypeFlags.Void) !== 0;
  return isIgnored && isPromise(made.getReturnType());
}

function check(node) {
  if (isFloating(node)) {
    const file = node.getSourceFile();
    const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
    const place = `${relative('', file.fileName)}(${line + 1},${character + 1})`;
    process.stderr.write(`${place}: error: This promise is not awaited.\n`);
    process.exitCode = 1;
  }
  ts.forEachChild(node, check);
}

for (const name of names) check(program.getSourceFile(name));
