// Bundle: one document made of the files of a contract. Parts of other files become components, named after the end of
// their reference: `./schemas/pet.yaml#/Pet` and `./schemas/Pet.yaml` are both `Pet`.
import { BaseResolver, bundle, type Config, type Source } from '@redocly/openapi-core';
import { entriesOf, isObject, type JsonObject, walk } from './json.js';
import { formatPointer } from './json-pointer.js';
import { Origins } from './origins.js';
import { type NameOf, type Place, positionOf, startOf } from './position.js';
import type { Problem } from './problems.js';

export interface Bundle {
  /** Its references lead to the document itself. */
  document: JsonObject;
  /** The contract itself, before the bundling. */
  source: Source;
  /** The position of the value at a JSON Pointer or of its key, or of the nearest value that contains it. */
  locate(pointer: string, isKey?: boolean): Place;
}

/** @param paths all files of the contract, itself first. */
export async function bundleFiles(
  paths: string[],
  config: Config,
  nameOf: NameOf,
): Promise<{ bundle: Bundle; problems: Problem[] }> {
  const resolver = new BaseResolver(config.resolve);
  // Bundling moves the objects of the parsed files without copying them, so an object identifies its origin.
  const origins = new Origins<{ source: Source; keys: string[] }>();
  for (const path of paths) {
    const file = await resolver.resolveDocument(null, path, true);
    if (file instanceof Error) throw file;
    for (const [keys, node] of walk(file.parsed))
      origins.record(node, { source: file.source, keys });
  }
  const [contract = ''] = paths;
  const result = await bundle({
    ref: contract,
    config,
    externalRefResolver: resolver,
    componentRenamingConflicts: 'error',
  });
  const { parsed, source } = result.bundle;
  const document = isObject(parsed) ? parsed : {};
  const locate: Bundle['locate'] = (pointer, isKey) => {
    const { origin = { source, keys: [] }, rest } = origins.find(document, pointer);
    const position = positionOf(origin.source, [...origin.keys, ...rest], isKey);
    return { file: nameOf(origin.source.absoluteRef), ...position };
  };
  const conflicts = result.problems.map(
    ({ message, location: [location] }): Problem => ({
      file: nameOf(location?.source.absoluteRef ?? contract),
      ...startOf(location),
      rule: 'file-references',
      message: conflictMessage(message),
    }),
  );
  return {
    bundle: { document, source, locate },
    problems: [...conflicts, ...findUnusableNames(document, locate)],
  };
}

function conflictMessage(message: string): string {
  const [, name] = /Renamed (\S+) to /.exec(message) ?? [];
  if (name === undefined) return message;
  return `Another part of the contract is named \`${name}\` too, after the end of its reference. Rename one of them.`;
}

/** Names that OpenAPI does not allow for a component. */
function findUnusableNames(document: JsonObject, locate: Bundle['locate']): Problem[] {
  return entriesOf(document.components).flatMap(([group, components]) =>
    entriesOf(components)
      .filter(([name]) => !/^[\w.-]+$/.test(name))
      .map(([name]) => ({
        ...locate(formatPointer('components', group, name)),
        rule: 'file-references',
        message: `\`${name}\` cannot be the name of a component. Use letters, digits, dots, hyphens and underscores in the name of the file or the part.`,
      })),
  );
}
