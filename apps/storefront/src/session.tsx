// Session: the key that calls are made with, and the client that makes them.
import { AnimalStore, UnauthorizedError } from '@animal-store/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

interface Session {
  /** 64-bit identifiers are strings: they can be React keys, query keys and JSON. */
  store: AnimalStore<'string'>;
  isSignedIn: boolean;
  /** The time until which calls wait for the quota. In the past: none does. */
  waitsUntil: Date | undefined;
  /**
   * Tries the key, and keeps it: in memory or, if asked to, until the tab is closed.
   * @throws Error that says what is wrong with the key.
   */
  signIn(key: string, isRemembered: boolean): Promise<void>;
  signOut(): void;
}

const STORED_KEY = 'animal-store-key';
const SessionContext = createContext<Session | undefined>(undefined);

function createStore(secretKey: string | undefined, onWait?: (until: Date) => void) {
  return new AnimalStore({
    baseUrl: import.meta.env.VITE_API_URL,
    apiKey: secretKey ?? import.meta.env.VITE_PUBLISHABLE_KEY,
    int64: 'string',
    // A secret key must never be a part of a bundle. Here it is not: its owner has typed it into the page.
    dangerouslyAllowBrowser: secretKey !== undefined,
    onWait: ({ retryAt }) => onWait?.(retryAt),
  });
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [secretKey, setSecretKey] = useState(() => sessionStorage.getItem(STORED_KEY) ?? undefined);
  const [waitsUntil, setWaitsUntil] = useState<Date>();
  // The quota belongs to the key, and a client knows one quota: each key has a client of its own.
  const store = useMemo(() => createStore(secretKey, setWaitsUntil), [secretKey]);

  function change(key: string | undefined): void {
    queryClient.clear();
    setWaitsUntil(undefined);
    setSecretKey(key);
  }

  const session: Session = {
    store,
    isSignedIn: secretKey !== undefined,
    waitsUntil,
    async signIn(key, isRemembered) {
      try {
        await createStore(key).listPets({ limit: 1 });
      } catch (error) {
        if (error instanceof UnauthorizedError)
          throw new Error('The store does not know this key.', { cause: error });
        throw error;
      }
      if (isRemembered) sessionStorage.setItem(STORED_KEY, key);
      change(key);
    },
    signOut() {
      sessionStorage.removeItem(STORED_KEY);
      change(undefined);
    },
  };
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession needs a SessionProvider around it');
  return session;
}
