// Owns the rule on the servers: absolute addresses that all end in the same path, under which every operation stands.
import type { Oas3Rule } from '@redocly/openapi-core';

export const serverAddresses: Oas3Rule = () => {
  const paths = new Set<string>();
  return {
    Root: {
      enter: () => paths.clear(),
      Server({ url }, { report, location }) {
        const refuse = (message: string) => report({ message, location: location.child('url') });
        const path = pathOf(url);
        if (path === undefined)
          return refuse(
            'The address must be absolute and have a path, as https://api.animal-store.example/v1.',
          );
        paths.add(path);
        if (paths.size > 1) refuse('The addresses must all end in the same path.');
      },
    },
    PathItem(item, { report, location }) {
      if (item.servers) report({ message: MISPLACED, location: location.child('servers').key() });
    },
    Operation(operation, { report, location }) {
      if (operation.servers)
        report({ message: MISPLACED, location: location.child('servers').key() });
    },
  };
};

const MISPLACED = 'Servers stand at the top level alone: the service has the same address for all.';

/** Undefined if it is not the whole address of something under a path. */
function pathOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || !/^https?:\/\/[^{}]+$/.test(url) || !URL.canParse(url))
    return undefined;
  const { pathname, search, hash } = new URL(url);
  const whole = pathname !== '/' && !pathname.endsWith('/') && search === '' && hash === '';
  return whole ? pathname : undefined;
}
