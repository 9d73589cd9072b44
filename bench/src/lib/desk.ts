// An officer's session for a benchmark; logs in like the web app.
import { type Client, createClient, loadEncryption } from '@lookout/client';
import type { Got } from '@lookout/contract';
import type { authCalls } from '@lookout/features/auth/auth.calls.ts';
import { callSheetOf, contract } from '@lookout/features/contract.ts';

export interface Desk {
  readonly client: Client;
  readonly accid: string;
  readonly token: string;
  /** The response of the login. */
  readonly response: Got<(typeof authCalls)['login']>;
}

const DEMO_PASSWORD = 'Lookout@2026';

export async function signIn(base: string, userName: string): Promise<Desk> {
  let token: string | null = null;
  const client = createClient({
    calls: callSheetOf(contract),
    base,
    token: () => token,
    deviceId: null,
    fetch: (url, init) => fetch(url, init),
  });
  const { encryptPasswords } = await loadEncryption();
  const { encrypted, aeskey, nonce } = encryptPasswords(await client.auth.publicKey(), { userPasswd: DEMO_PASSWORD });
  const response = await client.auth.login({
    body: { userName, ...encrypted, aeskey, nonce, grant_type: 'password', client_id: 'web', client_secret: 'bench', accountType: '1' },
  });
  token = response.access_token;
  return { client, accid: response.accid, token, response };
}
