import { CallFailed } from '@lookout/client';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useState } from 'react';
import { useReportingMessages } from './messages.ts';

interface Attempt {
  readonly isBusy: boolean;
  /** Why the last attempt failed: a colleague was first, a field is missing, or no answer. */
  readonly failed: string | null;
  /** @returns null: refused, and the reason is shown */
  readonly attempt: <T>(act: () => Promise<T>) => Promise<T | null>;
}

/** Runs one act of the officer at a time. The change itself arrives as a live update. */
export function useAttempt(): Attempt {
  const messages = useReportingMessages();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const attempt = async <T>(act: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    setFailed(null);
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailed(`${messages.failed}${marks().brackets(error.message)}`);
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failed, attempt };
}
