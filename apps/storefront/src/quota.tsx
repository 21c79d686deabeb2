// What is left of the quota.
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useSession } from './session.js';

export function Quota() {
  const { store } = useSession();
  // Renders when a call begins or ends. The client has the quota that the latest response reported.
  useIsFetching();
  useIsMutating();
  const { rateLimit } = store;
  if (rateLimit === undefined) return <div className="quota" />;
  const { minute, day } = rateLimit;
  const [window, name] =
    day.remaining < minute.remaining ? [day, 'today'] : [minute, 'this minute'];
  return (
    <div className="quota">
      <label htmlFor="quota">
        <b>{window.remaining}</b> of {window.limit} requests left {name}
      </label>
      <meter
        id="quota"
        max={window.limit}
        low={window.limit * 0.25}
        optimum={window.limit}
        value={window.remaining}
      />
    </div>
  );
}
