// Notice while calls wait for the quota.
import { useEffect, useState } from 'react';
import { useSession } from './session.js';

const TIME = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

export function WaitNotice() {
  const { waitsUntil } = useSession();
  const [now, setNow] = useState(Date.now);
  const leftMs = waitsUntil ? waitsUntil.getTime() - now : 0;
  const isWaiting = leftMs > 0;
  useEffect(() => {
    setNow(Date.now());
    if (waitsUntil === undefined) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= waitsUntil.getTime()) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [waitsUntil]);
  return (
    <div role="status" className="wait">
      {isWaiting && waitsUntil && (
        <p>
          The quota is used up. The page goes on by itself at {TIME.format(waitsUntil)}
          <span aria-hidden="true">, in {Math.ceil(leftMs / 1000)} s</span>.
        </p>
      )}
    </div>
  );
}
