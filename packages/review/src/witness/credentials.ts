// Credentials of witnesses: the headers that a security requirement asks for. Their values are placeholders.
import { entriesOf, getIn, type JsonObject } from '@animal-store/openapi-tools';

const API_KEY = '<API_KEY>';

/** The headers of the first alternative; none if clients may be anonymous. */
export function credentialsFor(
  operation: JsonObject,
  document: JsonObject,
): Record<string, string> {
  const options = optionsOf(operation, document);
  if (options.some((option) => Object.keys(option).length === 0)) return {};
  return options[0] ?? {};
}

/** Whether the headers satisfy one of the alternatives. */
export function hasCredentials(
  headers: Record<string, string>,
  operation: JsonObject,
  document: JsonObject,
): boolean {
  return optionsOf(operation, document).some((option) =>
    Object.entries(option).every(([name, value]) => headers[name] === value),
  );
}

/** Each alternative as the headers that it combines. */
function optionsOf(operation: JsonObject, document: JsonObject): Record<string, string>[] {
  const security = operation.security ?? document.security;
  if (!Array.isArray(security) || security.length === 0) return [{}];
  return security.map((option: unknown) => {
    const headers: Record<string, string> = {};
    for (const [scheme] of entriesOf(option)) {
      const [name, value] = headerOf(getIn(document, 'components', 'securitySchemes', scheme));
      // One header cannot carry two credentials: no request satisfies such an alternative.
      headers[name] = name in headers ? `${headers[name]} and ${value}` : value;
    }
    return headers;
  });
}

function headerOf(scheme: unknown): [name: string, value: string] {
  if (getIn(scheme, 'type') !== 'http')
    return [String(getIn(scheme, 'name') ?? 'Authorization'), API_KEY];
  const name = String(getIn(scheme, 'scheme')).toLowerCase();
  return [
    'Authorization',
    name === 'bearer'
      ? `Bearer ${API_KEY}`
      : `${name[0]?.toUpperCase()}${name.slice(1)} <CREDENTIALS>`,
  ];
}
