// Asks again while something is still being computed.
import { useEffect } from 'react';

const PENDING_MS = 4_000;

export function usePendingRefetch(isPending: boolean, refetch: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isPending) return;
    const timer = window.setInterval(() => void refetch(), PENDING_MS);
    return () => window.clearInterval(timer);
  }, [isPending, refetch]);
}
