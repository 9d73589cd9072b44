// The requests of a form or of a row of buttons: whether one is under way, why the last one failed, and what is refetched afterwards.
import { CallFailed } from '@lookout/client';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { marks } from '../text/marks.ts';
import { useSubmitRest } from '../use-submit-rest.ts';

const CONFLICT = 409;

/** A colleague's change came first; the data of the reply is the current state. */
export const isConflict = ({ outcome }: CallFailed): boolean => outcome.kind === 'error' && outcome.code === CONFLICT;

interface SendOptions {
  /** Queries that are refetched after every request: a refusal often means that a colleague was faster. */
  readonly refetch?: QueryKey;
  /** What did not succeed, followed by the reason in brackets, or the whole text; null: nothing is shown. Absent: the reason alone. */
  readonly failure?: string | ((error: CallFailed) => string | null);
  /** For example, shows the faults at their fields. */
  readonly onRefused?: (error: CallFailed) => void;
  /** Ignores a request while another is under way, and within 1,500 ms after the last one. */
  readonly rests?: boolean;
}

export interface Sending {
  readonly isBusy: boolean;
  /** No request can be made now: one is under way, or the last one was too recent. */
  readonly isResting: boolean;
  /** Why the last request failed. */
  readonly failed: string | null;
  /** Makes the failure disappear. */
  readonly forget: () => void;
  /**
   * @param done reported if the request succeeds
   * @returns whether it succeeded
   * @throws whatever `work` throws besides a failed call
   */
  readonly send: (work: () => Promise<unknown>, done?: string | null) => Promise<boolean>;
}

export function useSend({ refetch, failure, onRefused, rests = false }: SendOptions = {}): Sending {
  const { message } = App.useApp();
  const queries = useQueryClient();
  const rest = useSubmitRest();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const textOf = (error: CallFailed): string | null => {
    if (typeof failure === 'function') return failure(error);
    return failure === undefined ? error.message : `${failure}${marks().brackets(error.message)}`;
  };
  const send: Sending['send'] = async (work, done = null) => {
    if (rests && (isBusy || !rest.begin())) return false;
    setBusy(true);
    setFailed(null);
    try {
      await work();
      if (done !== null) void message.success(done);
      return true;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      onRefused?.(error);
      setFailed(textOf(error));
      return false;
    } finally {
      setBusy(false);
      if (refetch) void queries.invalidateQueries({ queryKey: refetch });
    }
  };
  return { isBusy, isResting: isBusy || rest.resting, failed, forget: () => setFailed(null), send };
}
