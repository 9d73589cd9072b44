import { createContext, useContext } from 'react';
import type { Tabs } from './use-tabs.ts';

export const TabsContext = createContext<Tabs | null>(null);

/** The tabs of the page a panel stands in. */
export function useTabsOfPage(): Tabs {
  const tabs = useContext(TabsContext);
  if (tabs === null) throw new Error('a tab outside of its page');
  return tabs;
}
