// Build of the published package: ESM, CJS and self-contained type declarations.
import { rmSync } from 'node:fs';
import { type BuildOptions, build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const ENTRIES = ['index', 'openapi-fetch', 'schemas', 'tanstack-query', 'testing'];
const sources = Object.fromEntries(ENTRIES.map((entry) => [entry, `src/${entry}.ts`]));
const code: BuildOptions = {
  entryPoints: sources,
  bundle: true,
  outdir: 'dist',
  external: ['openapi-fetch'],
  target: 'es2022',
  platform: 'neutral',
  sourcemap: true,
  tsconfig: 'tsconfig.build.json',
  logLevel: 'warning',
};

rmSync('dist', { recursive: true, force: true });
await build({ ...code, format: 'esm', splitting: true });
await build({ ...code, format: 'cjs', outExtension: { '.js': '.cjs' } });
// The types of packages that are not published are inlined.
const plugin = dts({
  tsconfig: 'tsconfig.build.json',
  includeExternal: ['@animal-store/contract', '@animal-store/core'],
});
/** A program without TanStack Query does not have its types: the error is suppressed, and they are `any`. */
const optional = {
  name: 'optional-types',
  renderChunk: (text: string) => text.replace(/^import .* from '@tanstack\//m, '// @ts-ignore\n$&'),
};
const declarations = await rollup({
  input: sources,
  external: ['openapi-fetch', '@tanstack/query-core'],
  plugins: [plugin, optional],
});
for (const extension of ['d.ts', 'd.cts'])
  await declarations.write({
    dir: 'dist',
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name]-[hash].${extension}`,
  });
