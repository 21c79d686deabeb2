// Rule: servers have names of their own, and URLs that end in one path: the version segment of the contract.
import type { Oas3Rule } from '@redocly/openapi-core';

const DECISION = 'docs/decisions/02-served-or-refused.md says how a second version is served';

export const servers: Oas3Rule = () => ({
  Root({ info, servers: all = [] }, { report, location }) {
    const major = /^\d+/.exec(String(info?.version))?.[0];
    const names = new Set<string>();
    const basePath = all.map(({ url }) => pathOf(url)).find((path) => path !== undefined);
    for (const [index, { url, description }] of all.entries()) {
      const reportAt = (key: string, message: string) =>
        report({ message, location: location.child(['servers', String(index), key]) });
      if (pathOf(url) === undefined) continue; // contract-schema reports it
      if (pathOf(url) !== basePath) reportAt('url', 'All server URLs must end in the same path.');
      const segment = /\/v(\d+)$/.exec(url)?.[1];
      if (major !== undefined && segment !== major)
        reportAt(
          'url',
          segment === undefined
            ? `The server URL must end in the version segment /v${major}.`
            : `The server URL ends in /v${segment}, but the major of \`info.version\` is ${major}. Use /v${major}: ${DECISION}.`,
        );
      const name = String(description).toLowerCase();
      if (names.has(name))
        reportAt(
          'description',
          `Two servers have the name "${name}" in the SDK. Give this one another description.`,
        );
      names.add(name);
    }
  },
});

function pathOf(url: string): string | undefined {
  const path = URL.canParse(url) ? new URL(url).pathname : '/';
  return path === '/' ? undefined : path;
}
