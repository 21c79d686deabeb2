// Base URL of the service: that of an environment, or the caller's own without its slashes at the end.
import { type Environment, SERVERS, VERSION_SEGMENT } from '../../generated/servers.js';
import { refuse } from './refuse.js';

/** The options of a client that say which service it calls. */
export interface ServiceOptions {
  /** The service to call, by its name in the API reference. Either this or `baseUrl` is required. */
  environment?: Environment | undefined;
  /** URL of the service with its version segment: `https://api.animal-store.example/v1`. */
  baseUrl?: string | undefined;
}

/** In a text that is no URL: an API key, or a name and a password. */
const CREDENTIALS = /as_(?:live|pub)_\w*|[^/]*@/g;
/** An address that needs no normalization, without slashes at its end. */
const ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/(?!\.+(?:\/|$))[\w.~-]+)*(?=\/*$)/;

/** @throws TypeError naming the option. The message has no credentials. */
export function toBaseUrl({ baseUrl, environment }: ServiceOptions): string {
  const names = Object.keys(SERVERS).join(' or ');
  if (environment !== undefined) {
    if (baseUrl !== undefined) throw new TypeError('environment and baseUrl must not both be set');
    if (Object.hasOwn(SERVERS, environment)) return SERVERS[environment];
    refuse('environment', names, environment);
  }
  const url =
    parseUrl(baseUrl ?? '') ??
    refuse(
      'baseUrl',
      `an http or https URL, unless environment is ${names}`,
      String(baseUrl).replace(CREDENTIALS, '…'),
    );
  if (url.endsWith(VERSION_SEGMENT)) return url;
  const expected = url.replace(/\/v\d.*/, '') + VERSION_SEGMENT;
  return refuse('baseUrl', `a URL with ${VERSION_SEGMENT} at its end, as in ${expected}`, url);
}

/** Removes trailing slashes. In a browser, a relative URL is resolved against the page. */
function parseUrl(text: string): string | undefined {
  let address: string | undefined;
  try {
    const url = new URL(text, globalThis.location?.href);
    address = ADDRESS.exec(text)?.[0]; // React Native's older `URL` has only the text: its parts are absent, or throw
    const { protocol, origin, pathname } = url;
    const isHttp = text && /^https?:$/.test(protocol);
    if (origin) address = isHttp ? origin + pathname.replace(/\/+$/, '') : undefined;
  } catch {
    // not a valid URL, or one without parts
  }
  return address;
}
