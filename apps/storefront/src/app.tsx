// Frame of the page: the header, the two views, and the notices that concern both.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { AddAnimal } from './add-animal.js';
import { Animals } from './animals.js';
import { Orders } from './orders.js';
import { Quota } from './quota.js';
import { SignIn } from './sign-in.js';
import { WaitNotice } from './wait-notice.js';

const VIEWS = { '#animals': 'Animals', '#orders': 'Orders' };

export function App() {
  const hash = useSyncExternalStore(subscribeToHash, () => window.location.hash);
  const view = hash === '#orders' ? '#orders' : '#animals';
  const main = useRef<HTMLElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    // The new view takes the focus, so that the keyboard and a screen reader go on there.
    if (shown.current !== view) main.current?.focus();
    shown.current = view;
  }, [view]);
  return (
    <>
      <header className="top">
        <div className="bar">
          <a className="brand" href="#animals">
            Animal Store
          </a>
          <nav aria-label="Views">
            {Object.entries(VIEWS).map(([href, name]) => (
              <a key={href} href={href} aria-current={href === view ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
          <Quota />
          <SignIn />
        </div>
      </header>
      <WaitNotice />
      <main ref={main} tabIndex={-1}>
        {view === '#orders' ? (
          <Orders />
        ) : (
          <div className="columns">
            <Animals />
            <AddAnimal />
          </div>
        )}
      </main>
    </>
  );
}

function subscribeToHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
