// Notice of a call that failed.
import { isApiError } from '@animal-store/sdk';

interface FailureProps {
  error: Error | null;
  onRetry(): void;
}

export function Failure({ error, onRetry }: FailureProps) {
  return (
    <div role="alert">
      {error && (
        <div className="failure">
          <p>{(isApiError(error) && error.rawMessage) || error.message}</p>
          {isApiError(error) && error.requestId && (
            <p className="note">
              For the support: request <code>{error.requestId}</code>
            </p>
          )}
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}
