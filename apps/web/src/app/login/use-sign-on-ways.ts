import type { Got } from '@lookout/contract';
import type { signOnCalls } from '@lookout/features/auth/sign-on.calls.ts';
import { useEffect, useState } from 'react';
import { useClient } from '../../shared/services.ts';

export type SignOnWays = Got<typeof signOnCalls.signOnWays>;

/** The ways in besides account and password; null until the server has answered: without an answer the password is the way in. */
export function useSignOnWays(): SignOnWays | null {
  const client = useClient();
  const [ways, setWays] = useState<SignOnWays | null>(null);
  useEffect(() => {
    const left = new AbortController();
    client.auth.signOnWays({ silent: true, occasion: 'background', signal: left.signal }).then(setWays, () => {
      // The fields of account and password are there all the same.
    });
    return () => left.abort();
  }, [client]);
  return ways;
}
