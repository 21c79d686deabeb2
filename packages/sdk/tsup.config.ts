// How the SDK is published: ESM and CJS from one source, with types that need nothing else.
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  sourcemap: true,
  tsconfig: 'tsconfig.build.json',
  dts: { resolve: true }, // the contract's types come along: its package is not published
});
