// Rule: servers have absolute URLs that end in the same path, which is the base path of every operation.
import type { Oas3Rule } from '@redocly/openapi-core';

export const serverUrls: Oas3Rule = () => {
  const basePaths = new Set<string>();
  return {
    Root: {
      enter: () => basePaths.clear(),
      Server({ url }, { report, location }) {
        const reportUrl = (message: string) => report({ message, location: location.child('url') });
        const basePath = basePathOf(url);
        if (basePath === undefined)
          return reportUrl(
            'The server URL must be absolute and have a path, such as https://api.animal-store.example/v1.',
          );
        basePaths.add(basePath);
        if (basePaths.size > 1) reportUrl('All server URLs must end in the same path.');
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

const MISPLACED = 'Declare servers at the top level only: every operation has the same base URL.';

/** The path of an absolute URL without query, fragment and variables; undefined for any other value. */
function basePathOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || !/^https?:\/\/[^{}]+$/.test(url) || !URL.canParse(url))
    return undefined;
  const { pathname, search, hash } = new URL(url);
  const isBasePath = pathname !== '/' && !pathname.endsWith('/') && search === '' && hash === '';
  return isBasePath ? pathname : undefined;
}
