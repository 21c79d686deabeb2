// Method of an operation that the contract does not have, connected to a scripted server.
import { Client } from '../../src/client/client.js';
import { resolveOptions } from '../../src/client/options.js';
import type {
  ApiPromise,
  IdempotentCallOptions,
  OperationId,
  Page,
} from '../../src/client/types.js';
import type { WireOperation } from '../../src/client/wire-operation.js';
import { connect } from './connect.js';
import { json, type Responder, type ScriptedServer } from './scripted-server.js';

type AnyMethod<Data> = (params?: object, options?: IdempotentCallOptions) => ApiPromise<Data>;
type AnyPagedMethod = AnyMethod<Page<unknown>> & {
  all(params?: object): AsyncGenerator<unknown, void, undefined>;
};

interface Connection {
  call: AnyMethod<unknown>;
  callPaged: AnyPagedMethod;
  server: ScriptedServer;
}

/** @param spec Overrides `GET /growth` without parameters. */
export async function connectOperation(
  spec: Partial<WireOperation>,
  ...script: Responder[]
): Promise<Connection> {
  const [first = json(200, {}), ...others] = script;
  const { server, clock } = await connect(first, ...others);
  const { baseUrl } = server;
  const client = new Client(resolveOptions({ baseUrl, apiKey: 'as_live_test', clock }));
  const operation: WireOperation = { method: 'GET', path: '/growth', parameters: [], ...spec };
  const id = 'growth' as OperationId;
  return {
    call: client.method(id, operation),
    callPaged: client.pagedMethod(id, operation),
    server,
  };
}
