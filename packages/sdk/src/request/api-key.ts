// API key: a fixed one, or what a function answers.
import { isBrowser } from '../platform/platform.js';

/** The options of a client that concern its key. */
export interface KeyOptions {
  /**
   * API key, sent as a bearer token, or a function that returns it. The function is called before each attempt. If the
   * service answers 401, it is called once more, and the request is sent again if the key differs.
   */
  apiKey: string | (() => string | Promise<string>);
  /**
   * Allows a secret key (`as_live_…`) in a window or a worker of a browser, where every visitor of the page can read it.
   * Default: false.
   */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The promise of a function rejects with a TypeError if its answer is no key, or with what the function throws. */
export function askApiKey({
  apiKey,
  dangerouslyAllowBrowser = false,
}: KeyOptions): string | Promise<string> {
  if (typeof apiKey === 'string') return apiKey;
  return Promise.resolve()
    .then(apiKey)
    .then((key: unknown) => {
      assertApiKey(key, dangerouslyAllowBrowser);
      return key;
    });
}

/**
 * @param isSecretAllowed Whether a secret key is allowed in a browser. It always is elsewhere.
 * @throws TypeError. Its message never contains the key.
 */
export function assertApiKey(key: unknown, isSecretAllowed: boolean): asserts key is string {
  if (typeof key !== 'string' || !/^[!-~]+$/.test(key))
    throw new TypeError('apiKey must be or return visible ASCII characters, without white space');
  if (!isSecretAllowed && key.startsWith('as_live_') && isBrowser())
    throw new TypeError(
      'apiKey must be or return a publishable key (as_pub_…) in a browser, unless dangerouslyAllowBrowser is set',
    );
}
