// The syntax of RATE_LIMIT_URL.
import { percentDecode } from '@animal-store/core/validation';

export interface RedisUrl {
  host: string;
  port: number;
  db: number;
  username: string | undefined;
  password: string | undefined;
  /** The options of TLS; undefined: plain TCP. */
  tls: object | undefined;
  isCluster: boolean;
}

/** Undefined: the URL is invalid. */
export function parseRedisUrl(text: string): RedisUrl | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [, scheme] = /^(redis|rediss|redis\+cluster):$/.exec(url?.protocol ?? '') ?? [];
  const isCluster = scheme === 'redis+cluster';
  const database = (isCluster ? /^\/?()$/ : /^\/?(\d*)$/).exec(url?.pathname ?? '')?.[1];
  const username = percentDecode(url?.username ?? '');
  const password = percentDecode(url?.password ?? '');
  if (scheme === undefined || !url?.hostname || url.search || url.hash) return undefined;
  if (database === undefined || username === undefined || password === undefined) return undefined;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 6379),
    db: Number(database),
    username: username || undefined,
    password: password || undefined,
    tls: scheme === 'rediss' ? {} : undefined,
    isCluster,
  };
}
