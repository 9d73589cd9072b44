// Sending an act from a dialog: busy while it is on its way, and why it failed. Nothing typed is lost.
import type { WireAlarm } from '@lookout/contract';
import { useState } from 'react';
import { useDesk } from '../use-desk.ts';
import type { ActFailure } from './act-failure.ts';
import type { ActRequest } from './act-request.ts';

export interface Sending {
  readonly busy: boolean;
  readonly failure: ActFailure | null;
  /** @returns whether it passed */
  readonly send: (alarm: WireAlarm, request: ActRequest) => Promise<boolean>;
}

export function useSend(): Sending {
  const { answering } = useDesk();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ActFailure | null>(null);
  const send = async (alarm: WireAlarm, request: ActRequest) => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      const failed = await answering.send(alarm, request);
      setFailure(failed);
      return failed === null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, send };
}
