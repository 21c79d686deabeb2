// Request metrics: the duration of each request by route, method and status.
import type { Histogram } from 'prom-client';
import type { Contract, ContractOperation } from '../contract.js';
import type { Exchange } from '../request/exchange.js';

type Label = 'http_route' | 'http_request_method' | 'http_response_status_code';

/** Source: OpenTelemetry, `http.request.method`. Each method that is not listed is `_OTHER`. */
const KNOWN_METHODS = new Set('CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE'.split(' '));
const OTHER_METHOD = '_OTHER';
/** For paths that the service does not have. Prometheus reads it as if there were no label. */
const NO_ROUTE = '';
/** The client has disconnected before the response. */
const NO_STATUS = '';
/** The paths outside the contract. */
const OPERATOR_ROUTES = ['/healthz', '/readyz', '/openapi.json', '/docs'];
/** The files of the reference page are one route. */
const DOCS_FILES = '/docs/';

export function measureRequests(
  contract: Contract,
  seconds: Histogram<Label>,
): (exchange: Exchange) => void {
  return (exchange) => {
    const { method, url, status } = exchange;
    const labels = {
      http_route: routeOf(contract, exchange.operation, url),
      http_request_method: KNOWN_METHODS.has(method) ? method : OTHER_METHOD,
      http_response_status_code: status ?? NO_STATUS,
    };
    seconds.observe(labels, exchange.durationMs() / 1000);
  };
}

/** The path template of a request. A request that was refused early has no operation, but may have a known path. */
function routeOf(
  { basePath, operations }: Contract,
  matched: ContractOperation | undefined,
  url: string,
): string {
  if (matched !== undefined) return matched.route;
  const [path = ''] = url.split('?', 1);
  if (OPERATOR_ROUTES.includes(path)) return path;
  if (path.startsWith(DOCS_FILES)) return DOCS_FILES.slice(0, -1);
  if (!path.startsWith(`${basePath}/`)) return NO_ROUTE;
  const suffix = path.slice(basePath.length);
  return operations.find(({ match }) => match(suffix) !== undefined)?.route ?? NO_ROUTE;
}
