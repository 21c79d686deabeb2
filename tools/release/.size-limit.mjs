// Limits of the size of each entry point as a bundler puts it into a page, gzipped, with openapi-fetch. A limit
// is for the code that is written by hand, and an allowance for the code that is generated from the contract, so that a
// contract that grows never exceeds it.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Bytes of the code written by hand, and the generated files of each entry point. */
const ENTRIES = {
  index: [12_620, 'operations.ts', 'enums.ts', 'servers.ts', 'int64-places.ts'],
  'openapi-fetch': [3_020],
  schemas: [2_600, 'body-validators.js'],
  'tanstack-query': [560, 'tanstack-query.ts'],
  testing: [12_300, 'mock.ts', 'body-validators.js', 'parameter-validators.js'],
};

export default Object.entries(ENTRIES).map(([entry, [writtenBytes, ...files]]) => {
  const generatedBytes = allowance(files);
  return {
    name: `${entry}: ${writtenBytes} B by hand, ${generatedBytes} B generated`,
    path: `../../packages/sdk/dist/${entry}.js`,
    import: '*',
    gzip: true,
    limit: `${writtenBytes + generatedBytes} B`,
    modifyEsbuildConfig: (config) => ({
      ...config,
      format: 'esm',
      target: 'es2022',
    }),
  };
});

/** A quarter more than the generated code alone: in the bundle, it is mixed with other code and compresses less. */
function allowance(files) {
  const code = files.map((file) => {
    const owner = file.endsWith('-validators.js') ? 'contract' : 'sdk';
    const url = new URL(`../../packages/${owner}/generated/${file}`, import.meta.url);
    const withoutComments = readFileSync(url, 'utf8').replace(
      /\/\*[\s\S]*?\*\/|^(\/\/|import).*$/gm,
      '',
    );
    return file === 'operations.ts' // the rest of that file is types
      ? withoutComments.match(/^ {4}this\..*$/gm)?.join('\n')
      : withoutComments;
  });
  return Math.ceil(gzipSync(code.join('\n')).length * 1.25);
}
