// The title of the browser's tab, in the page's language.
import { useLayoutEffect } from 'react';
import { useSharedMessages } from './text/messages.ts';

/** @param page its name; null: the system's name alone */
export function usePageTitle(page: string | null): void {
  const { systemName } = useSharedMessages().common;
  // In the same frame as the page, so that the tab never shows another page's or language's title.
  useLayoutEffect(() => {
    document.title = page === null ? systemName : `${page} · ${systemName}`;
  }, [page, systemName]);
}
