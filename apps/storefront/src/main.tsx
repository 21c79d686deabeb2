// Start of the page.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { SessionProvider } from './session.js';
import './style.css';

if (import.meta.env.VITE_MOCK) await import('./mock.js');

// Lists stay fresh for a minute, which saves requests of the quota.
const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <App />
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
);
