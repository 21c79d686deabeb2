// Rule: info.version is a semantic version (https://semver.org), as `spec:diff` requires.
import type { Oas3Rule } from '@redocly/openapi-core';

export const semanticVersion: Oas3Rule = () => ({
  Info(info, { report, location }) {
    if (/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(String(info.version))) return;
    report({
      message: '`info.version` must be three numbers, such as 1.0.0.',
      location: location.child('version'),
    });
  },
});
