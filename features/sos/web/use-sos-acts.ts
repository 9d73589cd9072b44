import { CallFailed } from '@lookout/client';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useState } from 'react';
import type { Sos, SosOutcome } from '../sos.ts';
import { useSosDeskMessages } from './messages.ts';

/** As in the contract's rows: users who may act on alarms, or dispatch. */
export function useMayTake(): boolean {
  const [acts, dispatches] = [useRight('act-on-alarms'), useRight('dispatch')];
  return acts || dispatches;
}

interface SosActs {
  readonly isBusy: boolean;
  /** Why the last action failed: a colleague was first, or there was no reply. */
  readonly failed: string | null;
  readonly take: () => Promise<boolean>;
  readonly close: (outcome: SosOutcome, note: string | null) => Promise<boolean>;
}

/** The officer's actions on an SOS; the change itself arrives as a live update. */
export function useSosActs({ id, revision }: Pick<Sos, 'id' | 'revision'>): SosActs {
  const messages = useSosDeskMessages();
  const { sos } = useClient();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const send = async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFailed(null);
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailed(`${messages.failed}${marks().brackets(error.message)}`);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    failed,
    take: () => send(() => sos.takeSos({ body: { id }, silent: true })),
    close: (outcome, note) => send(() => sos.closeSos({ body: { id, revision, outcome, note }, silent: true })),
  };
}
