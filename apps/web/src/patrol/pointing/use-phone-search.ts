// The phone's position, searched on request, with its time by the server's clock.
import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../shared/services.ts';
import { type PositionFault, searchPhonePosition, whyNoPhonePosition } from '../phone-position.ts';
import type { LastFix } from '../position/last-fix.ts';

export interface PhoneSearch {
  /** Why this phone can provide no position at all; null: it can. */
  readonly never: PositionFault | null;
  readonly isSearching: boolean;
  readonly fault: PositionFault | null;
  readonly found: LastFix | null;
  readonly search: () => void;
  readonly halt: () => void;
}

/** @param onFound called with each better position */
export function usePhoneSearch(onFound: (found: LastFix & { readonly accuracyMetres: number }) => void): PhoneSearch {
  const { now } = useServices();
  const [never] = useState(() => whyNoPhonePosition(window));
  const [isSearching, setSearching] = useState(false);
  const [fault, setFault] = useState<PositionFault | null>(never);
  const [found, setFound] = useState<LastFix | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const take = useRef(onFound);
  useEffect(() => {
    take.current = onFound;
  });
  useEffect(() => () => stop.current?.(), []);
  const halt = () => {
    stop.current?.();
    stop.current = null;
    setSearching(false);
  };
  const search = () => {
    halt();
    setFault(null);
    setSearching(true);
    stop.current = searchPhonePosition({
      geolocation: navigator.geolocation,
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (handle) => window.clearTimeout(handle),
      onPosition: (position) => {
        const fix = { ...position, at: position.at + now() - Date.now() };
        setFound(fix);
        take.current(fix);
      },
      onEnd: (why) => {
        stop.current = null;
        setSearching(false);
        setFault(why);
      },
    });
  };
  return { never, isSearching, fault, found, search, halt };
}
