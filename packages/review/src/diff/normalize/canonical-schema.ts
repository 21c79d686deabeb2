// Canonical form of a schema: schemas that accept the same values are written in one way, where that is decidable by
// rewriting. `allOf` is merged, unions of disjoint types become one schema, and keywords that say nothing are left out.
// References stay, so that each schema is a finite tree.
import { formatPointer, lastKey } from '@animal-store/spec';
import {
  type Contract,
  type Edge,
  mapInner,
  NO_NOTES,
  type Notes,
  onlyTypeOf,
  type Pointer,
  partsOf,
  type Schema,
} from '@animal-store/spec/model';
import { asSchema, intersectSchemas } from './intersect-schemas.js';
import {
  ANY,
  inline,
  isNever,
  isReference,
  keywordsOf,
  mergeNotes,
  ownNotes,
  Reference,
  withoutAccess,
} from './keywords.js';
import { simplifySchema } from './simplify-schema.js';
import { uniteSchemas } from './unite-schemas.js';

/** The references that are being followed, so that a recursive schema keeps its references. */
type Active = readonly Pointer[];

const UNIONS = ['anyOf', 'oneOf'] as const;

export class CanonicalSchemas {
  readonly #known = new Map<string, Edge>();
  /** What references lead to that name no component. */
  readonly #parts = new Map<Pointer, Schema>();

  constructor(private readonly components: Contract['schemas']) {}

  edge(written: Edge, active: Active = []): Edge {
    const { at, notes } = written;
    const target = this.#targetOf(written);
    if (target !== undefined) {
      const reference = new Reference(at, target, notes, this.#resolve, written.component);
      const isSilent = notes.default === undefined && !notes.isReadOnly && !notes.isWriteOnly;
      return isSilent ? reference : this.#schema(asSchema(reference), active);
    }
    return written.schema.isNever
      ? inline({ ...ANY, at, isNever: true })
      : this.#schema(written.schema, active);
  }

  /** The pointer in a reference; undefined for a schema that stands here. */
  #targetOf({ at, schema, component }: Edge): Pointer | undefined {
    if (component !== undefined) return formatPointer('components', 'schemas', component);
    if (schema.at === at) return undefined;
    this.#parts.set(schema.at, schema);
    return schema.at;
  }

  /** The schema that a reference leads to, through others. */
  readonly #resolve = (target: Pointer): Schema => {
    const followed = new Set<Pointer>();
    let edge = this.#target(target, []);
    while (isReference(edge) && !followed.has(edge.target)) {
      followed.add(edge.target);
      edge = this.#target(edge.target, []);
    }
    return isReference(edge) ? { ...ANY, at: target } : edge.schema;
  };

  #target(target: Pointer, active: Active): Edge {
    const key = [target, ...active].join(' ');
    const part = this.#parts.get(target);
    const written = part === undefined ? this.components.get(lastKey(target)) : inline(part);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const edge = written === undefined ? inline(ANY, target) : this.edge(written, active);
    this.#known.set(key, edge);
    return edge;
  }

  #schema(written: Schema, active: Active): Edge {
    const { at } = written;
    const merged = this.#mergeConjuncts(this.#inside(written, active), active);
    if (isReference(merged)) return merged;
    return inline(simplifySchema(this.#uniteBranches(merged.schema, active)), at);
  }

  #inside(schema: Schema, active: Active): Schema {
    const inside = mapInner(schema, (edge, kind) => {
      if (kind === 'reference' && isReference(edge)) return edge;
      const canonical = this.edge(edge, active);
      return kind === 'anyOf' || kind === 'oneOf' ? withoutAccess(canonical) : canonical;
    });
    const { constant } = schema;
    return constant ? { ...inside, constant: undefined, enum: [constant.value] } : inside;
  }

  /** Merges `allOf`, a union of one branch, and a reference with siblings into the schema, where that is possible. */
  #mergeConjuncts(schema: Schema, active: Active): Edge {
    const single = this.#singleUnion(schema, active);
    const conjuncts = [...partsOf(schema), ...(single ? (schema[single]?.branches ?? []) : [])];
    const [only] = conjuncts;
    if (only === undefined) return inline(schema);
    const own = {
      ...schema,
      reference: undefined,
      allOf: [],
      ...(single && { [single]: undefined }),
    };
    if (conjuncts.length === 1 && !isNever(only) && keywordsOf(own).length === 0)
      return withNotes(only, own.notes, schema.at);
    let merged: Schema | undefined = own;
    for (const conjunct of conjuncts) {
      const target = this.#follow(conjunct, active);
      merged = merged && target && intersectSchemas(merged, target, schema.at);
    }
    return inline(merged ?? schema);
  }

  /** The keyword of a union of one branch that means the same as the branch itself. */
  #singleUnion(schema: Schema, active: Active): 'anyOf' | 'oneOf' | undefined {
    if (schema.discriminator !== undefined) return undefined;
    return UNIONS.find((keyword) => {
      const [only, ...others] = schema[keyword]?.branches ?? [];
      if (only === undefined || others.length > 0) return false;
      const { isReadOnly, isWriteOnly } = this.#follow(only, active)?.notes ?? NO_NOTES;
      return !isReadOnly && !isWriteOnly;
    });
  }

  #uniteBranches(schema: Schema, active: Active): Schema {
    if (schema.discriminator !== undefined) return schema;
    for (const keyword of UNIONS) {
      const branches = schema[keyword]?.branches;
      if (branches === undefined) continue;
      const followed = branches.flatMap((branch) => this.#follow(branch, active) ?? []);
      const united = followed.length === branches.length ? uniteSchemas(followed) : undefined;
      const notes = mergeNotes(notesBesideNull(branches), schema.notes);
      const merged =
        united &&
        intersectSchemas(
          { ...schema, [keyword]: undefined, notes },
          simplifySchema(united),
          schema.at,
        );
      if (merged !== undefined) return merged;
    }
    return schema;
  }

  /** What an edge leads to; undefined if it refers to itself, or allows nothing. */
  #follow(edge: Edge, active: Active): Schema | undefined {
    if (!isReference(edge)) return edge.schema.isNever ? undefined : edge.schema;
    const { target } = edge;
    if (active.includes(target)) return undefined;
    const inner = [...active, target];
    return this.#follow(this.#target(target, inner), inner);
  }
}

function withNotes(edge: Edge, notes: Notes, at: Pointer): Edge {
  const merged = mergeNotes(ownNotes(edge), notes);
  return isReference(edge) ? edge.with(merged) : inline({ ...edge.schema, notes: merged }, at);
}

/** What the only alternative to null says of the value beside its own keywords: that it is deprecated, for example. */
function notesBesideNull(branches: readonly Edge[]): Notes {
  const alternatives = branches.filter(
    (branch) => isReference(branch) || onlyTypeOf(branch.schema) !== 'null',
  );
  const [only, ...others] = alternatives;
  if (only === undefined || others.length > 0) return NO_NOTES;
  const { default: _, ...notes } = ownNotes(only);
  return { ...notes, isReadOnly: false, isWriteOnly: false };
}
