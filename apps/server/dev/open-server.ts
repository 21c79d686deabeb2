// Server of `npm run dev` or `npm run mock`, made of the sources as they are.
import { checkShop } from '@animal-store/engine/internal/check-shop';
import { formatWelcome } from '@animal-store/engine/internal/cli/welcome';
import { createLogger } from '@animal-store/engine/internal/logging/logger';
import { createValidators } from '@animal-store/engine/internal/request/validators';
import { openService, type Service } from '@animal-store/engine/internal/service';
import { readConfig } from '@animal-store/engine/internal/settings/settings';
import { readDocs } from '@animal-store/reference/docs';
import { shop as built } from '../src/shop.js';
import { findInvalidSamples } from './examples/check-samples.js';
import { serveExamples, withExampleHeaders } from './examples/serve-examples.js';
import { openMock } from './open-mock.js';

/** `dev`: operations without a handler answer with an example. `mock`: all of them do. */
type Mode = 'dev' | 'mock';

/** With the reference as the contract is now, which needs no build. */
const shop = { ...built, readDocs };

/** @returns the service, and lines for the developer: where things are. @throws an error of the sources, or of the contract. */
export async function openServer(mode: Mode): Promise<{ service: Service; text: string }> {
  if (mode === 'dev') checkShop(shop);
  const config = readConfig(process.env, shop.product.name, undefined, shop.settings);
  const log = createLogger(config.logLevel, config.logFormat);
  const contract = withExampleHeaders(shop.contract);
  const validators = await createValidators(contract);
  const hasHandler = (id: string) => mode === 'dev' && Object.hasOwn(shop.handlers, id);
  const examples = serveExamples(contract, hasHandler);
  const exampled = contract.operations.filter(({ id }) => !hasHandler(id));
  for (const { id } of mode === 'dev' ? exampled : [])
    process.stderr.write(`${id} has no handler: it answers with an example.\n`);
  for (const note of findInvalidSamples(exampled)) process.stderr.write(`${note}\n`);
  const open = mode === 'dev' ? openService : openMock;
  const service = await open(config, {
    shop,
    contract,
    validators,
    examples,
    log,
    checksReads: true,
  });
  const title = `The ${mode === 'dev' ? 'server' : 'mock'} is running, and follows every edit.`;
  const note = mode === 'mock' ? 'It accepts every key of the right form.' : undefined;
  return { service, text: await formatWelcome(service, shop, title, note) };
}
