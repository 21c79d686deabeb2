// Sign-in and sign-out: a dialog that asks for a key.
import { type FormEvent, useRef, useState } from 'react';
import { Field } from './field.js';
import { useSession } from './session.js';

export function SignIn() {
  const { isSignedIn, signIn, signOut } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const [issue, setIssue] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    setIsPending(true);
    try {
      await signIn(String(values.get('key')).trim(), values.has('remember'));
      dialog.current?.close();
    } catch (error) {
      setIssue(error instanceof Error ? error.message : String(error));
      form.querySelector('input')?.focus();
    } finally {
      setIsPending(false);
    }
  }

  return (
    <>
      <button type="button" onClick={isSignedIn ? signOut : () => dialog.current?.showModal()}>
        {isSignedIn ? 'Sign out' : 'Sign in'}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="sign-in-heading"
        onClose={({ currentTarget }) => {
          setIssue(undefined);
          currentTarget.querySelector('form')?.reset(); // the key stays nowhere in the page
        }}
      >
        <form onSubmit={submit}>
          <h2 id="sign-in-heading">Sign in</h2>
          <p className="note">
            With a secret key of your own you can add animals. It is sent to the store only.
          </p>
          <Field
            label="API key"
            name="key"
            type="password"
            autoComplete="off"
            required
            issue={issue}
          />
          <label className="check">
            <input type="checkbox" name="remember" /> Keep me signed in until I close this tab
          </label>
          <div className="actions">
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" className="primary" aria-disabled={isPending}>
              {isPending ? 'Signing in …' : 'Sign in'}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
