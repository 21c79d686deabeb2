// Client of the page, and the texts of its errors.
import { AnimalStore, isApiError, isConnectionError, type Result } from '@animal-store/sdk';

export type Store = AnimalStore<'string'>;
export type Pet = Result<'listPets', 'string'>[number];

/** Makes a client. Without a key, it reads with the publishable one. In tests, it is a client of the mock. */
export type Connect = (secretKey?: () => string) => Store;

export const connect: Connect = (secretKey) =>
  new AnimalStore({
    baseUrl: import.meta.env.VITE_API_URL,
    apiKey: secretKey ?? import.meta.env.VITE_PUBLISHABLE_KEY,
    int64: 'string', // ids are React keys
    dangerouslyAllowBrowser: secretKey !== undefined, // not in the bundle: its owner has typed it in
  });

export function errorText(error: Error): string {
  if (isConnectionError(error)) return 'The store cannot be reached.';
  if (!isApiError(error)) return error.message;
  if (error.rawMessage === undefined) return error.message; // the reply of a proxy
  return `${error.rawMessage} (request ${error.requestId})`;
}
