// Rules on the references in the files of a contract, before these are bundled: where a `$ref` may stand, and what it may
// lead to.
import { dirname, resolve } from 'node:path';
import { entriesOf, getIn } from '../json.js';
import { decodeReference } from '../json-pointer.js';
import type { Oas3Rule, UserContext } from '../redocly.js';

const REFERABLE: Record<string, string> = {
  PathItem: 'path items',
  Parameter: 'parameters',
  RequestBody: 'request bodies',
  Response: 'responses',
  Header: 'headers',
  Schema: 'schemas',
  Example: 'named examples',
  Link: 'links',
  SecurityScheme: 'security schemes',
};

/** Rule: a `$ref` stands where OpenAPI allows one, and leads to something. */
export const referencePlaces: Oas3Rule = () => {
  const check = (target: string, resolved: Resolved, { report, location }: UserContext) => {
    const reason = resolved.error?.message ?? 'nothing has this name';
    if (resolved.node === undefined)
      report({ message: `Can't resolve $ref ${target}: ${reason}.`, location });
  };
  return {
    ref: {
      leave(node, context, resolved) {
        check(node.$ref, resolved, context);
      },
    },
    DiscriminatorMapping(mapping, context) {
      for (const [name, target] of referencesIn(mapping))
        check(target, context.resolve({ $ref: target }), {
          ...context,
          location: context.location.child(name),
        });
    },
    any(_node, { report, rawNode, rawLocation, type }) {
      if (typeof getIn(rawNode, '$ref') !== 'string' || type.name in REFERABLE) return;
      report({
        message: `OpenAPI allows no \`$ref\` here. Write the value itself: only ${Object.values(REFERABLE).join(', ')} can be references.`,
        location: rawLocation.child('$ref').key(),
      });
    },
  };
};

interface Resolved {
  node?: unknown;
  error?: Error | undefined;
}

/** Those of a mapping: its other values name a schema of `components`. */
function referencesIn(mapping: unknown): [name: string, target: string][] {
  return entriesOf(mapping).flatMap(([name, value]) =>
    /[#/:]|\.ya?ml$/i.test(String(value)) ? [[name, String(value)]] : [],
  );
}

/**
 * Rule: a reference into the contract names a component, and no part of one; and a path has nothing beside its reference,
 * which readers of OpenAPI take in different ways. @param contract its absolute path.
 */
export const referenceTargets =
  (contract: string): Oas3Rule =>
  () => {
    const check = (target: string, { report }: UserContext, at: UserContext['location']) => {
      const [uri = '', fragment = ''] = decodeReference(target).split(/#(.*)/s);
      const from = at.source.absoluteRef;
      const isOwn = (uri === '' ? from : resolve(dirname(from), uri)) === contract;
      if (!isOwn || /^\/components\/[^/]+\/[^/]+$/.test(fragment)) return;
      report({
        message: `\`#${fragment}\` leads to a part without a name. Move what it leads to into \`components\`, as #/components/schemas/Name, and refer to that from both places.`,
        location: at,
      });
    };
    return {
      ref(node, context) {
        check(node.$ref, context, context.location.child('$ref'));
      },
      DiscriminatorMapping(mapping, context) {
        for (const [name, target] of referencesIn(mapping))
          check(target, context, context.location.child(name));
      },
      any(_node, { report, rawNode, rawLocation, type }) {
        if (type.name !== 'PathItem' || getIn(rawNode, '$ref') === undefined) return;
        const sibling = Object.keys(Object(rawNode)).find((key) => key !== '$ref');
        if (sibling !== undefined)
          report({
            message: `\`${sibling}\` stands beside the \`$ref\` of a path, where it has no effect. Write it in the file of the path.`,
            location: rawLocation.child(sibling).key(),
          });
      },
    };
  };
