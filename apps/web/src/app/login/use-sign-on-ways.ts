import type { Got } from '@lookout/contract';
import type { signOnCalls } from '@lookout/features/auth/sign-on.calls.ts';
import { useEffect, useState } from 'react';
import { useClient } from '../../shared/services.ts';

export type SignOnWays = Got<typeof signOnCalls.signOnWays>;

/**
 * The sign-on methods besides account and password; null until the server has answered. Without an answer only the password is available.
 */
export function useSignOnWays(): SignOnWays | null {
  const client = useClient();
  const [ways, setWays] = useState<SignOnWays | null>(null);
  useEffect(() => {
    const left = new AbortController();
    client.auth.signOnWays({ silent: true, occasion: 'background', signal: left.signal }).then(setWays, () => {
      // If the call fails, the account and password fields are still available.
    });
    return () => left.abort();
  }, [client]);
  return ways;
}
