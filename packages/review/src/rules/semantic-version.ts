// Owns the rule on the form of info.version: the one that `spec:diff` counts with (https://semver.org).
import type { Oas3Rule } from '@redocly/openapi-core';

export const semanticVersion: Oas3Rule = () => ({
  Info(info, { report, location }) {
    if (/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(String(info.version))) return;
    report({
      message: '`info.version` must be three numbers, as 1.0.0.',
      location: location.child('version'),
    });
  },
});
