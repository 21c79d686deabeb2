// Rule: each server has a description that is one word, which is the name of its environment in the SDK.
import type { Oas3Rule } from '@redocly/openapi-core';

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/i;

export const serverNames: Oas3Rule = () => {
  const names = new Set<string>();
  return {
    Root: {
      enter: () => names.clear(),
      Server({ description }, { report, location }) {
        const reportName = (message: string) =>
          report({
            message,
            location: location.child(description === undefined ? 'url' : 'description'),
          });
        if (typeof description !== 'string' || !NAME.test(description))
          return reportName(
            'The description of a server is its name in the SDK, in lower case. Write one word of letters, digits and hyphens, such as Staging.',
          );
        const name = description.toLowerCase();
        if (names.has(name))
          reportName(
            `Two servers have the name "${name}" in the SDK. Give this one another description.`,
          );
        names.add(name);
      },
    },
  };
};
