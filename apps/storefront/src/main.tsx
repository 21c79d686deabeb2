// Start of the page: on the service or, with `npm run storefront -- --mock`, on the SDK's mock.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { connect } from './store.js';
import './style.css';

if (import.meta.env.VITE_MOCK) {
  const { createMockFetch } = await import('@animal-store/sdk/testing');
  const { SAMPLE_ANIMALS } = await import('./samples.js');
  const quota = { perMinute: 20, perDay: 1_000 };
  globalThis.fetch = createMockFetch({ pets: SAMPLE_ANIMALS, quota });
}

// Lists stay fresh for a minute, which saves requests of the quota.
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });

createRoot(document.getElementById('root') ?? document.body).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App connect={connect} />
    </QueryClientProvider>
  </StrictMode>,
);
