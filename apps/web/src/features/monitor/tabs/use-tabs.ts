// The open tabs of the page: begun by the address, told to it quietly, folded when the window becomes narrow.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MapPoint, PlaceTaking } from '../../../globe/PointField.tsx';
import { firstTabs, type KnownTabs, type OpenTabs, QUEUE_TAB, readTabs, toggled, writeTabs } from './tabs.ts';

/** ui.md: on 1366×768 side panels fold to a rail. */
const WIDE = '(min-width: 1500px)';

export interface Tabs extends OpenTabs, PlaceTaking {
  readonly toggle: (tab: string) => void;
  /** Opens it when it is not open. */
  readonly show: (tab: string) => void;
}

/** @param arrivalKey changes when a link is followed to the page that stands already */
export function useTabs(arrivalKey: string, known: KnownTabs): Tabs {
  const [open, setOpen] = useState<OpenTabs>(() => readTabs(location.search, matchMedia(WIDE).matches, known));
  const [take, setTake] = useState<{ readonly run: (place: MapPoint) => void } | null>(null);
  const arrived = useRef(arrivalKey);

  useEffect(() => {
    if (arrived.current === arrivalKey) return;
    arrived.current = arrivalKey;
    setOpen(readTabs(location.search, matchMedia(WIDE).matches, known));
  }, [arrivalKey, known]);

  useEffect(() => {
    const media = matchMedia(WIDE);
    const changed = () => setOpen((before) => (media.matches ? { left: before.left, right: before.right ?? QUEUE_TAB } : firstTabs(false)));
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, []);

  useEffect(() => {
    const query = writeTabs(location.search, open, matchMedia(WIDE).matches);
    // As use-address.ts does it: for the router nothing has happened.
    if (query !== location.search) history.replaceState(history.state, '', `${location.pathname}${query}`);
  }, [open]);

  return useMemo(() => {
    const isOpen = (tab: string) => open.left === tab || open.right === tab;
    const toggle = (tab: string) => setOpen((before) => toggled(before, tab, matchMedia(WIDE).matches, known));
    return {
      ...open,
      toggle,
      show: (tab) => {
        if (!isOpen(tab)) toggle(tab);
      },
      take: take?.run ?? null,
      setTake: (run) => setTake(run && { run }),
    };
  }, [open, take, known]);
}
