// What the browser's tab says, in the page's language.
import { useLayoutEffect } from 'react';
import { useSharedMessages } from './text/messages.ts';

/** @param page its name; null: a page without one, which says the system's alone */
export function usePageTitle(page: string | null): void {
  const { systemName } = useSharedMessages().common;
  // In the same frame as the page: a tab must not say another page's name, or another language's, meanwhile.
  useLayoutEffect(() => {
    document.title = page === null ? systemName : `${page} · ${systemName}`;
  }, [page, systemName]);
}
