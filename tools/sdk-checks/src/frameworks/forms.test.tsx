// Forms: the validators of the package in the libraries that take a Standard Schema.
import './dom.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewPet } from '@animal-store/sdk';
import { coerceStrings, type FormValues, NewPetSchema } from '@animal-store/sdk/schemas';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { FormApi } from '@tanstack/react-form';
import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';

const FormSchema = coerceStrings(NewPetSchema);
/** What the inputs of a form hold. */
const EMPTY: FormValues<NewPet> = { name: '', categoryId: '', status: '' };
const FILLED = { name: 'Rex', categoryId: '9007199254740993', status: '' };
const PET: NewPet = { name: 'Rex', categoryId: 9007199254740993n };

test('when react-hook-form submits a form, then its fields show the faults, or the call gets the values', async () => {
  const { result } = renderHook(() =>
    useForm({
      resolver: standardSchemaResolver(FormSchema),
      defaultValues: { name: '', categoryId: '', status: '' },
    }),
  );
  const submitted: NewPet[] = [];
  const submit = () => act(() => result.current.handleSubmit((pet) => void submitted.push(pet))());
  assert.deepEqual(result.current.formState.errors, {});

  await submit();
  const { name, categoryId } = result.current.formState.errors;
  assert.equal(name?.message, 'is required');
  assert.equal(categoryId?.message, 'is required');

  act(() => result.current.reset(FILLED));
  await submit();
  assert.deepEqual(submitted, [PET]);
});

test('when TanStack Form submits a form, then its fields show the faults, or the call gets the values', async () => {
  const submitted: unknown[] = [];
  const form = new FormApi({
    defaultValues: EMPTY,
    validators: { onChange: FormSchema },
    onSubmit: ({ value }) => void submitted.push(FormSchema['~standard'].validate(value)),
  });
  form.mount();
  await form.handleSubmit();
  const messages = (name: 'name' | 'categoryId') =>
    form.getFieldMeta(name)?.errors.map((error) => error?.message);
  assert.deepEqual(messages('name'), ['is required']);
  assert.deepEqual(messages('categoryId'), ['is required']);

  form.setFieldValue('name', FILLED.name);
  form.setFieldValue('categoryId', FILLED.categoryId);
  await form.handleSubmit();
  assert.deepEqual(submitted, [{ value: PET }]);
});
