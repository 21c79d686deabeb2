// HTTP server that plays what a real one cannot be told to: refusals, stalls, redirects, broken connections. The first
// segment of the URL names the scenario.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

export interface ScriptedServer {
  /** Without a scenario: `${url}/busy/v1` is a base URL. */
  url: string;
  stop(): Promise<void>;
}

const PET = { id: 1, name: 'Rex', categoryId: 1 };

/** Which number the request has in its scenario, from 0. */
type Scenario = (res: ServerResponse, count: number, req: IncomingMessage) => void;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  busy: (res, count) => {
    const refusal = { code: 'rate_limited', message: 'Rate limit exceeded.', status: 429 };
    if (count === 0) sendJson(res, 429, refusal, { 'Retry-After': '1' });
    else sendJson(res, 200, [PET]);
  },
  stalled: () => {},
  broken: (res) => res.destroy(),
  redirecting: (res) => res.writeHead(302, { Location: '/moved/v1/pets' }).end(),
  moved: (res) => sendJson(res, 200, [PET]),
  // The last segment of the path, as it was sent, is the animal's id.
  echo: (res, _, { url = '' }) => {
    const body = JSON.stringify(PET).replace('"id":1', `"id":${url.split('/').at(-1)}`);
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
  },
};

export async function startScriptedServer(): Promise<ScriptedServer> {
  const counts = new Map<string, number>();
  const server = createServer((req, res) => {
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Access-Control-Allow-Headers', 'Authorization, *');
    res.setHeader('Access-Control-Expose-Headers', 'Location, Retry-After'); // jsdom knows no `*`
    req.resume();
    if (req.method === 'OPTIONS') {
      res.writeHead(204).end();
      return;
    }
    const [, name = ''] = req.url?.split('/') ?? [];
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    SCENARIOS[name]?.(res, count, req);
  });
  return listen(server);
}

function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  res.end(JSON.stringify(body));
}
