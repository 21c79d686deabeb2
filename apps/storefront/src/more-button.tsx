// Button at the end of an endless list, which is pressed by scrolling to it, too.
import { type ReactNode, useEffect, useRef } from 'react';

interface MoreButtonProps {
  query: {
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    dataUpdatedAt: number;
    isError: boolean;
    fetchNextPage(): Promise<unknown>;
  };
  children: ReactNode;
}

export function MoreButton({ query, children }: MoreButtonProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage } = query;
  const button = useRef<HTMLButtonElement>(null);
  // After an error, only a press asks once more.
  const isAutomatic = hasNextPage && !isFetching && !isError;

  // An observer reports a button once as long as it stays near, so each page gets a new one. `isAutomatic` alone does not
  // tell pages apart: React may render the start and the end of a fetch at once.
  useEffect(() => {
    if (!isAutomatic || button.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: '300px' },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isAutomatic, query.dataUpdatedAt, fetchNextPage]);

  if (!hasNextPage) return null;
  return (
    <button
      ref={button}
      type="button"
      className="more"
      aria-disabled={isFetchingNextPage}
      onClick={() => !isFetchingNextPage && void fetchNextPage()}
    >
      {isFetchingNextPage ? 'Loading …' : children}
    </button>
  );
}
