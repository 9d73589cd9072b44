// No second submit within 1,500 ms. The button is disabled meanwhile, so that no click is silently lost.
import { useCallback, useEffect, useRef, useState } from 'react';

const REST_MS = 1_500;

export interface SubmitRest {
  readonly resting: boolean;
  /** @returns false: the last submit was too recent */
  readonly begin: () => boolean;
}

export function useSubmitRest(): SubmitRest {
  const [resting, setResting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  const begin = useCallback(() => {
    if (timer.current !== null) return false;
    setResting(true);
    timer.current = setTimeout(() => {
      timer.current = null;
      setResting(false);
    }, REST_MS);
    return true;
  }, []);
  return { resting, begin };
}
