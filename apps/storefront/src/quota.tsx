// What is left of the quota, once it is low.
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useSession } from './session.js';

/** The part of a quota below which visitors are told. */
const LOW = 0.25;

export function Quota() {
  const { store } = useSession();
  // Renders when a call begins or ends. The client has the quota that the latest response reported.
  useIsFetching();
  useIsMutating();
  const { rateLimit } = store;
  if (rateLimit === undefined) return null;
  const { minute, day } = rateLimit;
  const [window, name] =
    day.remaining < minute.remaining ? [day, 'today'] : [minute, 'this minute'];
  if (window.remaining >= window.limit * LOW) return null;
  return (
    <div className="quota">
      <label htmlFor="quota">
        <b>{window.remaining}</b> of {window.limit} requests left {name}
      </label>
      <meter
        id="quota"
        max={window.limit}
        low={window.limit * LOW}
        optimum={window.limit}
        value={window.remaining}
      />
    </div>
  );
}
