// Form that adds an animal. Errors stand beside their fields, whether the SDK's schema or the service finds them.
import { isApiError, PET_STATUSES } from '@animal-store/sdk';
import { coerceStrings, type Issue, NewPetSchema, toIssues } from '@animal-store/sdk/schemas';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Field } from './field.js';
import { useAddPet } from './pets.js';
import { type Connect, errorText } from './store.js';
import type { SetToast } from './toast.js';

const { validate } = coerceStrings(NewPetSchema)['~standard']; // inputs have strings

export const AddPetForm = ({ connect, setToast }: { connect: Connect; setToast: SetToast }) => {
  const [apiKey, setApiKey] = useState('');
  const store = useMemo(() => connect(() => apiKey), [connect, apiKey]);
  // A form has one key until its animal is added: sent again after a lost response, it adds no second one.
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useAddPet(store, idempotencyKey);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const [error] = Object.entries(errors);
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    field?.focus();
    if (error && !field) setToast({ text: error.join(' '), isError: true }); // the form lacks a field
  }, [errors, setToast]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const result = validate(Object.fromEntries(new FormData(event.currentTarget)));
    setErrors(toErrors(result.issues ?? []));
    if (result.issues) return;
    const pet = result.value;
    mutate(pet, {
      onSuccess() {
        setToast({ text: `${pet.name} was added.` });
        setIdempotencyKey(crypto.randomUUID());
        form.current?.reset();
        form.current?.querySelector('input')?.focus();
      },
      onError(error) {
        const { status, details = [], code } = isApiError(error) ? error : {};
        if (status === 401 || status === 403) setErrors({ apiKey: errorText(error) });
        else if (details.length > 0) setErrors(toErrors(toIssues(details)));
        else setToast({ text: `${pet.name} was not added. ${errorText(error)}`, isError: true });
        // An earlier attempt was added, with other values.
        if (code === 'idempotency_mismatch') setIdempotencyKey(crypto.randomUUID());
      },
    });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate autoComplete="off">
      <Field label="Name" name="name" error={errors.name} />
      <Field label="Category" name="categoryId" inputMode="numeric" error={errors.categoryId} />
      <Field label="Status" name="status" error={errors.status}>
        <option value="">Unknown</option>
        {PET_STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </Field>
      <Field
        label="Secret API key"
        type="password"
        value={apiKey}
        onChange={({ target }) => setApiKey(target.value)}
        error={errors.apiKey}
      />
      <button type="submit" aria-disabled={isPending}>
        {isPending ? 'Adding …' : 'Add'}
      </button>
    </form>
  );
};

/** The messages by the names of their fields. */
function toErrors(issues: readonly Issue[]) {
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}
