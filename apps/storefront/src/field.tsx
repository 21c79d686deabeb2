// Field of a form: an input, or a selection if it has options, with its label and its error.
import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  error?: string | undefined;
  /** The options of a selection. */
  children?: ReactNode;
}

export const Field = ({ label, error, children, ...input }: FieldProps) => {
  const id = useId();
  const errorId = `${id}-error`;
  const common = {
    id,
    name: input.name,
    'aria-invalid': error !== undefined,
    'aria-describedby': errorId,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children ? <select {...common}>{children}</select> : <input {...input} {...common} />}
      <p id={errorId} className="error">
        {error}
      </p>
    </div>
  );
};
