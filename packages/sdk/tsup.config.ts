// Build of the published package: ESM, CJS and self-contained type declarations.
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/openapi-fetch.ts',
    'src/schemas.ts',
    'src/tanstack-query.ts',
    'src/testing.ts',
  ],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  sourcemap: true,
  tsconfig: 'tsconfig.build.json',
  dts: { resolve: true }, // inlines the contract's types, because that package is not published
});
