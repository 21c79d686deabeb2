// Preparation of a server: everything that can fail because of an edit, and needs neither the database nor the port.
import { document, operationSpecs } from '@animal-store/contract';
import { readConfig } from '../src/config.js';
import { readContract } from '../src/contract/contract.js';
import { createLogger } from '../src/logger.js';
import { handlers } from '../src/operations/index.js';
import { openService, type Service } from '../src/service.js';
import { createWarmValidator } from '../src/validation/warm-up.js';
import { findInvalidSamples } from './examples/check-samples.js';
import { serveExamples, withExampleHeaders } from './examples/serve-examples.js';
import { openMock } from './open-mock.js';

/** `dev`: operations without a handler answer with an example. `mock`: all of them do. */
export type Mode = 'dev' | 'mock';

export interface PreparedServer {
  /** Sentences for the developer. */
  notes: readonly string[];
  /** May be called again after the service was closed. @param port in place of the one that PORT names. */
  open(port: number | undefined): Promise<Service>;
}

/** @throws an error of the sources, or of the contract. */
export async function prepare(mode: Mode): Promise<PreparedServer> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const contract = withExampleHeaders(readContract(document, operationSpecs));
  const validator = await createWarmValidator(contract);
  const hasHandler = (id: string) => mode === 'dev' && Object.hasOwn(handlers, id);
  const examples = serveExamples(contract, hasHandler);
  const exampled = contract.operations.filter(({ id }) => !hasHandler(id));
  const openServer = mode === 'dev' ? openService : openMock;
  return {
    notes: [
      ...(mode === 'dev'
        ? exampled.map(({ id }) => `${id} has no handler: it answers with an example.`)
        : []),
      ...findInvalidSamples(contract, exampled),
    ],
    open: (port = config.port) =>
      openServer({ ...config, port }, { contract, validator, examples, log }),
  };
}
