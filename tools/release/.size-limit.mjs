// Limit of the SDK's size: the code that all calls share, and an allowance for each operation, so that a contract that
// grows never exceeds it.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const SHARED_CODE_BYTES = 6_100;

const OPERATIONS = new URL('../../packages/sdk/generated/operations.ts', import.meta.url);
const rows = readFileSync(OPERATIONS, 'utf8').match(/^ {4}this\..*$/gm);
if (rows === null) throw new Error(`${OPERATIONS.pathname} has no operations`);
// A quarter more than the rows alone: in the bundle, they are mixed with other code and compress less.
const operationBytes = Math.ceil(gzipSync(rows.join('\n')).length * 1.25);

export default [
  {
    name: `shared code (${SHARED_CODE_BYTES} B) and ${rows.length} operations (${operationBytes} B)`,
    path: '../../packages/sdk/dist/index.js',
    import: '*',
    gzip: true,
    limit: `${SHARED_CODE_BYTES + operationBytes} B`,
  },
];
