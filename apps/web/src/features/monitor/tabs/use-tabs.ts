// The open tabs of the page: begun by the address, told to it quietly, folded when the window becomes narrow.
import { useEffect, useMemo, useRef, useState } from 'react';
import { firstTabs, type OpenTabs, readTabs, type TabId, toggled, writeTabs } from './tabs.ts';

/** ui.md: on 1366×768 side panels fold to a rail. */
const WIDE = '(min-width: 1500px)';

export interface MapPoint {
  readonly lng: number;
  readonly lat: number;
}

/** Takes the clicks on the map while a tab looks for a place. */
type TakePoint = (place: MapPoint) => void;

export interface Tabs extends OpenTabs {
  readonly toggle: (tab: TabId) => void;
  /** Opens it when it is not open. */
  readonly show: (tab: TabId) => void;
  readonly take: TakePoint | null;
  /** null: nothing is looked for any more. */
  readonly setTake: (take: TakePoint | null) => void;
}

/** @param arrivalKey changes when a link is followed to the page that stands already */
export function useTabs(arrivalKey: string): Tabs {
  const [open, setOpen] = useState<OpenTabs>(() => readTabs(location.search, matchMedia(WIDE).matches));
  const [take, setTake] = useState<{ readonly run: TakePoint } | null>(null);
  const arrived = useRef(arrivalKey);

  useEffect(() => {
    if (arrived.current === arrivalKey) return;
    arrived.current = arrivalKey;
    setOpen(readTabs(location.search, matchMedia(WIDE).matches));
  }, [arrivalKey]);

  useEffect(() => {
    const media = matchMedia(WIDE);
    const changed = () => setOpen((before) => (media.matches ? { left: before.left, right: before.right ?? 'warning' } : firstTabs(false)));
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, []);

  useEffect(() => {
    const query = writeTabs(location.search, open, matchMedia(WIDE).matches);
    // As use-address.ts does it: for the router nothing has happened.
    if (query !== location.search) history.replaceState(history.state, '', `${location.pathname}${query}`);
  }, [open]);

  return useMemo(() => {
    const isOpen = (tab: TabId) => open.left === tab || open.right === tab;
    const toggle = (tab: TabId) => setOpen((before) => toggled(before, tab, matchMedia(WIDE).matches));
    return {
      ...open,
      toggle,
      show: (tab) => {
        if (!isOpen(tab)) toggle(tab);
      },
      take: take?.run ?? null,
      setTake: (run) => setTake(run && { run }),
    };
  }, [open, take]);
}
