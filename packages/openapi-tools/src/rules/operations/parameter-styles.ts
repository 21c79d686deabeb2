// Rule: a parameter has the style that OpenAPI gives it by default. Only `explode` of a query parameter is a choice.
import type { Oas3Rule } from '@redocly/openapi-core';

const STYLES: Readonly<Record<string, string>> = {
  path: 'simple',
  query: 'form',
  header: 'simple',
};

export const parameterStyles: Oas3Rule = () => ({
  Parameter(parameter, { report, location }) {
    const style = STYLES[String(parameter.in)];
    if (style === undefined) return; // a cookie, which another rule reports
    if (parameter.style !== undefined && parameter.style !== style)
      report({
        message: `The style \`${parameter.style}\` is not supported. Remove it: a parameter in ${parameter.in} has the style \`${style}\`. Instead of an object, use a parameter for each of its properties.`,
        location: location.child('style'),
      });
    if (parameter.explode !== undefined && parameter.in !== 'query')
      report({
        message: `\`explode\` has an effect only on a list in the query. Remove it.`,
        location: location.child('explode').key(),
      });
  },
});
