import { CallFailed } from '@lookout/client';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useState } from 'react';
import type { PersonSafety } from '../safety.ts';
import { useSafetyDeskMessages } from './messages.ts';

/** The same permissions as the contract's row: to act on alarms, or to dispatch. */
export function useMayTake(): boolean {
  const [acts, dispatches] = [useRight('act-on-alarms'), useRight('dispatch')];
  return acts || dispatches;
}

interface Taking {
  readonly isBusy: boolean;
  /** Why the request failed: another officer was first, or there was no reply. */
  readonly failed: string | null;
  readonly take: () => Promise<void>;
}

/** Takes the alarm of a person in danger. The change itself arrives as a live update. */
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
