// Form that adds an animal. Faults stand at their fields, whether the SDK's schema or the service finds them.
import { isApiError, type NewPet } from '@animal-store/sdk';
import { coerceStrings, type Issue, NewPetSchema, toIssues } from '@animal-store/sdk/schemas';
import { createPetMutation, listPetsQueryKey } from '@animal-store/sdk/tanstack-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { STATUS_LABELS } from './animals.js';
import { Failure } from './failure.js';
import { Field } from './field.js';
import { useSession } from './session.js';

const schema = coerceStrings(NewPetSchema); // inputs have strings

export function AddAnimal() {
  const { isSignedIn } = useSession();
  const [isOpen, setIsOpen] = useState(false); // matters on a phone alone, where the style sheet shows the button
  return (
    <section aria-labelledby="add-heading" className="panel">
      <h2 id="add-heading">Add an animal</h2>
      {isSignedIn ? (
        <>
          <button
            type="button"
            className={isOpen ? 'disclosure' : 'disclosure primary'}
            aria-expanded={isOpen}
            aria-controls="add-form"
            onClick={() => setIsOpen(!isOpen)}
          >
            Add an animal
          </button>
          <div id="add-form" className={isOpen ? 'open' : undefined}>
            <Form />
          </div>
        </>
      ) : (
        <p className="note">Sign in with a key of your own to add animals.</p>
      )}
    </section>
  );
}

function Form() {
  const { store } = useSession();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const { mutate, variables, data, error, isPending, reset } = useMutation({
    ...createPetMutation(store),
    onSuccess: () => {
      form.current?.reset();
      return queryClient.invalidateQueries({ queryKey: listPetsQueryKey(store) });
    },
    onError: (reason, pet) => setIssues(isApiError(reason) ? toIssues(reason.details, pet) : []),
  });
  useEffect(() => {
    if (issues.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [issues]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    reset();
    const texts = Object.fromEntries(new FormData(event.currentTarget));
    const result = schema['~standard'].validate(texts);
    setIssues(result.issues ?? []);
    if (!result.issues) mutate(result.value);
  }

  const propsOf = (name: keyof NewPet, label: string) => {
    const issue = issues.find(({ path }) => path[0] === name);
    return { name, label, issue: issue && `${label} ${issue.message}.` };
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Field {...propsOf('name', 'Name')} autoComplete="off" />
      <Field {...propsOf('categoryId', 'Category')} inputMode="numeric" autoComplete="off" />
      <Field {...propsOf('status', 'Status')}>
        <option value="">No status</option>
        {Object.entries(STATUS_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Field>
      <button type="submit" className="primary" aria-disabled={isPending}>
        {isPending ? 'Adding …' : 'Add'}
      </button>
      {/* The same variables have the same idempotency key: trying again never adds a second animal. */}
      <Failure
        error={issues.length > 0 ? null : error}
        onRetry={() => variables && mutate(variables)}
      />
      <p role="status" className="note">
        {data && `${data.name} was added.`}
      </p>
    </form>
  );
}
