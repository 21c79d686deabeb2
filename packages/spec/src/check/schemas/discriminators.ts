// Rule: a discriminator chooses among named object schemas, each of which requires the property and can have its value.
import { formatPointer, joinPointer } from '../../json-pointer.js';
import {
  branchesOf,
  conjunctsOf,
  type Discriminator,
  type Edge,
  isReferenceTo,
  onlyTypeOf,
  propertyOf,
  requires,
  type Schema,
  schemasOf,
  selectingValues,
  valuesOf,
} from '../../model/index.js';
import type { Report, Rule } from '../rule.js';

export const discriminators: Rule = (contract, report) => {
  /** What distinguishes each branch: the discriminator's property, and the branch's names. */
  const choices = new Map<string, string>();
  for (const { schema } of schemasOf(contract)) {
    const { discriminator, oneOf, anyOf } = schema;
    if (discriminator === undefined) continue;
    const union = oneOf ?? anyOf;
    if (union === undefined) {
      report({
        message:
          'A discriminator stands beside `oneOf` or `anyOf`: a schema does not know which others extend it. Declare a schema with `oneOf`, whose branches are all the variants.',
        at: discriminator.at,
        isKey: true,
      });
      continue;
    }
    // Keywords beside a reference are another rule's.
    const branches = union.branches.map((branch) => branch.schema.reference ?? branch);
    checkMapping(discriminator, branches, report);
    for (const branch of branches) {
      const problem = branchProblem(branch, discriminator.property);
      if (problem !== undefined) report({ message: problem, at: branch.at, isKey: true });
      if (branch.component === undefined) continue;
      for (const message of choiceProblems(branch, branch.component, discriminator, choices))
        report({ message, at: discriminator.at, isKey: true });
    }
  }
};

function checkMapping(
  { at, mapping }: Discriminator,
  branches: readonly Edge[],
  report: Report,
): void {
  const names = branches.flatMap(({ component }) => component ?? []);
  for (const [value, target] of mapping)
    if (!names.some((name) => isReferenceTo(name, target)))
      report({
        message: `${target} is not a branch of this schema. Map ${value} to one of ${names.map(referenceTo).join(', ')}.`,
        at: joinPointer(at, 'mapping', value),
        isKey: true,
      });
}

function branchProblem(branch: Edge, property: string): string | undefined {
  if (branch.component === undefined)
    return 'A branch beside a discriminator must be a `$ref` to a schema under components: its name is the value of the property.';
  if (requiresText(branch, property)) return undefined;
  return `${referenceTo(branch.component)} must be an object that has the property ${property}, a string, and requires it: the discriminator reads it.`;
}

/** Whether it is an object that requires the property, a text. A branch may itself be a union, of such branches alone. */
function requiresText(branch: Edge, property: string, parents: readonly Schema[] = []): boolean {
  if (parents.includes(branch.schema)) return true;
  const alternatives = branchesOf(branch.schema);
  if (alternatives.length > 0)
    return alternatives.every((one) => requiresText(one, property, [...parents, branch.schema]));
  const [declared] = propertyOf(branch, property);
  const isText =
    declared !== undefined &&
    (onlyTypeOf(declared.schema) === 'string' ||
      typeof declared.schema.constant?.value === 'string');
  return (
    isText &&
    requires(branch, property) &&
    conjunctsOf(branch).some(({ schema }) => schema.types?.includes('object'))
  );
}

/** @param choices of the discriminators before. */
function* choiceProblems(
  branch: Edge,
  name: string,
  discriminator: Discriminator,
  choices: Map<string, string>,
): Generator<string> {
  const { property } = discriminator;
  const reference = referenceTo(name);
  // A branch whose property has fixed values must be able to have its name.
  const selecting = selectingValues(branch, discriminator);
  const [declared] = propertyOf(branch, property);
  const values = (declared && valuesOf(declared.schema)) ?? selecting;
  if (!selecting.every((value) => values.includes(value)))
    yield `The property ${property} of ${reference} can be ${values.join(', ')}, but the discriminator looks for ${selecting.join(', ')}. Add a \`mapping\` from its value to ${reference}.`;
  // A branch has one type, in which the property has the branch's names: no other union may choose it differently.
  const choice = `${property}: ${[...selecting].sort().join(', ')}`;
  const other = choices.get(name) ?? choice;
  choices.set(name, other);
  if (other !== choice)
    yield `Another discriminator chooses ${reference} by ${other}, this one by ${choice}. Give this union schemas of its own, or the same property and names.`;
}

function referenceTo(component: string): string {
  return formatPointer('components', 'schemas', component);
}
