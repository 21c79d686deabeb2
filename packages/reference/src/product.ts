// Names of the product behind a contract.

export interface Product {
  /** The environment variable of samples that has the API key: `BOOKS_KEY`. */
  keyVariable: string;
  /** The prefix of API keys: `bk` for `bk_live_…`. */
  keyPrefix: string;
  /** Whether `@animal-store/sdk` is its client. Without one, the page has no samples of it, and sends live calls by fetch. */
  hasSdk: boolean;
}

/** @param name In lower-case letters, digits and dashes. */
export function createProduct(name: string, keyPrefix: string, hasSdk: boolean): Product {
  const keyVariable = `${name.toUpperCase().replaceAll('-', '_')}_KEY`;
  return { keyVariable, keyPrefix, hasSdk };
}

export const ANIMAL_STORE = createProduct('animal-store', 'as', true);
