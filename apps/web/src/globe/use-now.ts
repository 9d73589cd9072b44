// The server's clock for what is shown in minutes: renders again every half minute.
import { useEffect, useState } from 'react';
import { useServices } from '../shared/services.ts';

const TICK_MS = 30_000;

/** @returns epoch milliseconds */
export function useNow(): number {
  const { now } = useServices();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [now]);
  return at;
}
