// The title of the browser's tab, in the page's language, with the number of waiting items.
import { useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useSharedMessages } from './text/messages.ts';

const waiting = createStore(() => ({ count: 0 }));

/** Prefixes the title of every page with the count while the component is mounted. @param count 0: no prefix */
export function useTitleCount(count: number): void {
  useLayoutEffect(() => {
    waiting.setState({ count });
    return () => waiting.setState({ count: 0 });
  }, [count]);
}

/** @param page name of the page; null: only the system's name is shown */
export function usePageTitle(page: string | null): void {
  const { systemName } = useSharedMessages().common;
  const count = useStore(waiting, (state) => state.count);
  // Set in the same frame as the page, so that the tab never shows another page's or language's title.
  useLayoutEffect(() => {
    document.title = `${count === 0 ? '' : `(${count}) `}${page === null ? systemName : `${page} · ${systemName}`}`;
  }, [page, systemName, count]);
}
