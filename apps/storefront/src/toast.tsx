// Toast: a message in the corner of the page. An error stays until it is dismissed.
import { useEffect } from 'react';

export interface ToastContent {
  text: string;
  isError?: boolean;
}
/** Removes the toast if there is no content. */
export type SetToast = (content?: ToastContent) => void;

const SHOWN_MS = 6_000;

export const Toast = ({ content, setToast }: { content: ToastContent; setToast: SetToast }) => {
  useEffect(() => {
    if (content.isError) return;
    const timer = setTimeout(setToast, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [content, setToast]);
  return (
    <p className={content.isError ? 'error' : undefined}>
      {content.text}{' '}
      <button type="button" aria-label="Dismiss" onClick={() => setToast()}>
        ×
      </button>
    </p>
  );
};
