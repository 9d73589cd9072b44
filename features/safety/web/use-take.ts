import { CallFailed } from '@lookout/client';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useState } from 'react';
import type { PersonSafety } from '../safety.ts';
import { useSafetyDeskMessages } from './messages.ts';

/** As the contract's row: who acts on alarms, or dispatches. */
export function useMayTake(): boolean {
  const [acts, dispatches] = [useRight('act-on-alarms'), useRight('dispatch')];
  return acts || dispatches;
}

interface Taking {
  readonly isBusy: boolean;
  /** Why it did not go through: a colleague was first, or no answer. */
  readonly failed: string | null;
  readonly take: () => Promise<void>;
}

/** An officer sees to somebody in danger; the change itself comes back as a live update. */
export function useTake({ id }: Pick<PersonSafety, 'id'>): Taking {
  const messages = useSafetyDeskMessages();
  const { safety } = useClient();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const take = async () => {
    setBusy(true);
    setFailed(null);
    try {
      await safety.takeSafety({ body: { id }, silent: true });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailed(`${messages.failed}${marks().brackets(error.message)}`);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failed, take };
}
