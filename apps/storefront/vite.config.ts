// Build of the page, and its tests.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: { environment: 'jsdom', testTimeout: 300_000 }, // ends tests that hang
});
