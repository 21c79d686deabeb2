// Labelled input of a form, or a selection if it has options, with its fault.
import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  /** What is wrong with the value. */
  issue?: string | undefined;
  /** The options of a selection. */
  children?: ReactNode;
}

export function Field({ label, issue, children, ...input }: FieldProps) {
  const id = useId();
  const issueId = `${id}-issue`;
  const common = {
    id,
    name: input.name,
    'aria-invalid': issue ? true : undefined,
    'aria-describedby': issue ? issueId : undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children ? <select {...common}>{children}</select> : <input {...input} {...common} />}
      {issue && (
        <p id={issueId} className="issue">
          {issue}
        </p>
      )}
    </div>
  );
}
