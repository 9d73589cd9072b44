// Shows whether the page opens offline, with a discreet notice when a newer version is waiting.
import { useEffect, useState } from 'react';
import { useMapMessages } from '../map/messages.ts';
import { type OfflineState, registerPatrolWorker } from './registration.ts';

export function useOfflineState(): OfflineState {
  const [state, setState] = useState<OfflineState>({ readiness: 'preparing', update: null });
  useEffect(() => registerPatrolWorker(window, setState), []);
  return state;
}

export function OfflineLine({ state: { readiness, update } }: { readonly state: OfflineState }) {
  const messages = useMapMessages();
  return (
    <p className="patrol-offline line" role="status" data-readiness={readiness}>
      <span>{messages.offline[readiness]}</span>
      {update && (
        <>
          <span>{messages.newer}</span>
          <button type="button" className="plain-button" onClick={update}>
            {messages.reload}
          </button>
        </>
      )}
    </p>
  );
}
