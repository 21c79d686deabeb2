// Rule: `info.version` is a semantic version (https://semver.org), and its major is the version segment of the address.
import type { Oas3Rule } from '@redocly/openapi-core';

const DECISION = 'docs/decisions/0029-second-version.md says how a second version is served';

export const apiVersion: Oas3Rule = () => {
  let major: string | undefined;
  return {
    Info(info, { report, location }) {
      major = /^(0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.exec(String(info.version))?.[1];
      if (major !== undefined) return;
      report({
        message: '`info.version` must be three numbers, such as 1.0.0.',
        location: location.child('version'),
      });
    },
    Server({ url }, { report, location }) {
      const segment = /\/v(\d+)$/.exec(String(url))?.[1];
      if (major === undefined || segment === major) return;
      report({
        message:
          segment === undefined
            ? `The server URL must end in the version segment /v${major}.`
            : `The server URL ends in /v${segment}, but the major of \`info.version\` is ${major}. Use /v${major}: ${DECISION}.`,
        location: location.child('url'),
      });
    },
    Paths(paths, { report, location }) {
      for (const path of Object.keys(paths))
        if (/^\/v\d+(?:\/|$)/.test(path))
          report({
            message: `The version is a part of the server URL, not of a path: one contract has one version. Remove it from ${path}: ${DECISION}.`,
            location: location.child(path).key(),
          });
    },
  };
};
