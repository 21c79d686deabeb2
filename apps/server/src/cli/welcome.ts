// Lines for people on a terminal once a server has started: where things are, and the first calls to it.
import { BASE_URL, renderSamples } from '@animal-store/reference';
import type { Contract } from '../contract/contract.js';
import type { Service } from '../service.js';

/** In the repository, npm runs the command line. */
const CLI =
  process.env.npm_package_name === 'animal-store' ? 'npm run --silent cli --' : 'animal-store';

/** @param keyNote Stands before the service's first key. */
export function formatWelcome(
  { url, database, firstKey }: Service,
  contract: Contract,
  title: string,
  keyNote = 'The store had no API key. This one was created, and is shown only once.',
): string {
  const places = `
${title} Ctrl-C ends it.

  API        ${url}
  Reference  ${new URL('/docs', url).href}
  Data       ${database}

`;
  if (firstKey === undefined)
    return `${places}To create an API key: ${CLI} keys create --plan free --name NAME\n\n`;
  const calls = firstCalls(contract).map((curl) => curl.replace(BASE_URL, url));
  const lines = [`export ANIMAL_STORE_KEY=${firstKey}`, ...calls]
    .join('\n')
    .replaceAll(/^/gm, '  ');
  return `${places}${keyNote} To try it, paste into another terminal:\n\n${lines}\n\n`;
}

/** Commands that create something and list it: of the first path that can do both without an identifier. */
function firstCalls({ operations, document }: Contract): string[] {
  const at = (path: string) => operations.filter((operation) => operation.path === path);
  const path = operations.find(
    (operation) => operation.method === 'post' && !operation.path.includes('{'),
  )?.path;
  return at(path ?? '')
    .sort((one, other) => other.method.localeCompare(one.method)) // `post` before `get`
    .map((operation) => renderSamples(operation, document).curl);
}
