// Sends a request from a dialog: busy while in flight, then the failure. The dialog keeps its input.

import { useState } from 'react';
import type { NamedAlarm } from '../../alarm.ts';
import type { AlarmRequest } from './alarm-requests.ts';
import type { ActionFailure } from './failure.ts';
import { usePendingRequests } from './use-pending-requests.ts';

export interface Sending {
  readonly busy: boolean;
  readonly failure: ActionFailure | null;
  /** @returns whether it succeeded */
  readonly send: (alarm: NamedAlarm, request: AlarmRequest) => Promise<boolean>;
}

export function useSend(): Sending {
  const pendingRequests = usePendingRequests();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ActionFailure | null>(null);
  const send = async (alarm: NamedAlarm, request: AlarmRequest) => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      const failed = await pendingRequests.send(alarm, request);
      setFailure(failed);
      return failed === null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, send };
}
