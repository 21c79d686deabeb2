// The page: what is left of the quota if it is low, the form, and the list.
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { AddPetForm } from './add-pet-form.js';
import { PetList } from './pet-list.js';
import type { Connect, Store } from './store.js';
import { Toast, type ToastContent } from './toast.js';

export const App = ({ connect }: { connect: Connect }) => {
  const [store] = useState(() => connect());
  const [toast, setToast] = useState<ToastContent>();
  return (
    <>
      <header>
        <h1>Animal Store</h1>
        <Quota store={store} />
      </header>
      <main>
        <details>
          <summary>Add an animal</summary>
          <AddPetForm connect={connect} setToast={setToast} />
        </details>
        <PetList store={store} />
      </main>
      <div role="status" className="toast">
        {toast && <Toast content={toast} setToast={setToast} />}
      </div>
    </>
  );
};

const Quota = ({ store }: { store: Store }) => {
  const queryCache = useQueryClient().getQueryCache();
  // The client has the quota of its latest response, which then changes the cache.
  const text = useSyncExternalStore(queryCache.subscribe, () => lowQuotaText(store));
  return (
    <p role="status" className="error">
      {text}
    </p>
  );
};

function lowQuotaText({ rateLimit }: Store): string | undefined {
  if (!rateLimit || rateLimit.remaining > rateLimit.limit / 4) return undefined;
  const { remaining, limit, reset } = rateLimit;
  return `${remaining} of ${limit} requests left until ${new Date(reset * 1000).toLocaleTimeString()}`;
}
