// Type tests of the schemas: checked by `tsc`, never run.
import type { AnimalStore, Int64, PetStatus } from '../../src/index.js';
import {
  coerceStrings,
  type FormValues,
  NewPetSchema,
  type StandardSchema,
} from '../../src/schemas.js';

declare const store: AnimalStore;

type InputOf<Schema> = Schema extends StandardSchema<infer Input, unknown> ? Input : never;

export async function wellTyped(): Promise<void> {
  const result = NewPetSchema['~standard'].validate({});
  if (result.issues) {
    for (const { message, path, code } of result.issues)
      [message, code, ...path.map(String)].join();
  } else {
    await store.createPet(result.value);
    result.value.categoryId satisfies Int64;
    result.value.status satisfies PetStatus | undefined;
  }
  const schema = coerceStrings(NewPetSchema);
  const form = { name: '', categoryId: '', status: '' };
  form satisfies Pick<InputOf<typeof schema>, keyof typeof form>;
  form satisfies FormValues<{ name: string; categoryId: Int64; status?: PetStatus }>;
  const converted = schema['~standard'].validate(form);
  if (!converted.issues) await store.createPet(converted.value);
}

/** A form may have fewer inputs than the body has properties; libraries ask for a schema of its values. */
export const ofFewerInputs: StandardSchema<{ name: string; categoryId: string }, unknown> =
  coerceStrings(NewPetSchema);

export function illTyped(): void {
  // @ts-expect-error categoryId is missing
  ({ name: 'Rex' }) satisfies InputOf<typeof NewPetSchema>;
  // @ts-expect-error NewPet has no id
  ({ name: 'Rex', categoryId: 1, id: 1 }) satisfies InputOf<typeof NewPetSchema>;
  // @ts-expect-error not a PetStatus
  ({ name: 'Rex', categoryId: 1, status: 'lost' }) satisfies InputOf<typeof NewPetSchema>;
  // @ts-expect-error a value only after the issues were checked
  NewPetSchema['~standard'].validate({}).value.name;
}

interface Nested {
  id?: never;
  ids: readonly Int64[];
  isNew?: boolean;
  note: string | null;
  prices: Record<string, number>;
}

export const nested = {
  ids: ['1'],
  isNew: true,
  note: '',
  prices: { a: '1.5' },
} satisfies FormValues<Nested>;
