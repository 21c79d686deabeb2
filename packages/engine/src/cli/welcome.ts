// Lines for people on a terminal once a server has started: where things are, and the first calls to it.
import { BASE_URL } from '@animal-store/core/docs-files';
import type { Shop } from '../define-shop.js';
import type { Service } from '../service.js';

/** @param keyNote Stands before the service's first key. */
export async function formatWelcome(
  { url, database, firstKey }: Pick<Service, 'url' | 'database' | 'firstKey'>,
  { product, readDocs }: Pick<Shop, 'product' | 'readDocs'>,
  title: string,
  keyNote = 'The store had no API key. This one was created, and is shown only once.',
): Promise<string> {
  const places = `
${title} Ctrl-C ends it.

  API        ${url}
  Reference  ${new URL('/docs', url).href}
  Data       ${database}

`;
  const { name, command = name } = product;
  if (firstKey === undefined)
    return `${places}To create an API key: ${command} keys create --plan free --name NAME\n\n`;
  const calls = String(await readDocs('first-calls.txt')).replaceAll(BASE_URL, url);
  const [, variable = 'API_KEY'] = /Bearer \$(\w+)/.exec(calls) ?? [];
  const lines = `export ${variable}=${firstKey}\n${calls}`.replaceAll(/^/gm, '  ');
  return `${places}${keyNote} To try it, paste into another terminal:\n\n${lines}\n\n`;
}
