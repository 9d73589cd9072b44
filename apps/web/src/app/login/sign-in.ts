// Signing in: the encrypted password, the login call and the failure message.
import { CallFailed, type Client } from '@lookout/client';
import { encryptFor } from '../../shared/encrypted.ts';
import type { LoginReply } from '../../stores/session.ts';

export interface Credentials {
  readonly userName: string;
  readonly password: string;
  /** The code of the second factor, or a recovery code. */
  readonly otp?: string;
}

/**
 * Makes one login attempt. A nonce is valid once, so each attempt fetches a new one. The ranger's page signs in through the app's call
 * (specification §7: appOrWeb/login), the desks through the web's.
 */
export async function signIn(
  client: Client,
  { userName, password, otp }: Credentials,
  accountType: 'web' | 'app' = 'web',
): Promise<LoginReply> {
  const quiet = { silent: true, occasion: 'login' } as const;
  const { encrypted, aeskey, nonce } = await encryptFor(client, { userPasswd: password }, quiet);
  if (accountType === 'app') {
    const query = { username: userName, password: encrypted.userPasswd, aeskey, nonce, accountType, ...(otp && { otp }) };
    return client.auth.loginByGet({ query, ...quiet });
  }
  const body = {
    userName,
    ...encrypted,
    aeskey,
    nonce,
    grant_type: 'password',
    client_id: 'web',
    client_secret: '',
    accountType,
    ...(otp && { otp }),
  } as const;
  return client.auth.login({ body, ...quiet });
}

/**
 * Redirects to the identity provider. @param path the path of this site to open afterwards
 * @throws CallFailed
 */
export async function beginOidc(client: Client, path: string | null): Promise<void> {
  const { url } = await client.auth.oidcBegin({ body: { redirect: path }, silent: true, occasion: 'login' });
  location.assign(url);
}

/** True when the password was right and the account has a second factor. */
export const asksForCode = (error: unknown): boolean =>
  error instanceof CallFailed && error.outcome.kind === 'warning' && error.outcome.refusal === 'otp_required';

/**
 * @param noAnswer the message for a lost connection: there is no session yet, so §8's dialog does not fit
 * @throws any error that is not a failed call: a bug must not look like a wrong password
 */
export function loginMessage(error: unknown, noAnswer: string): string {
  if (!(error instanceof CallFailed)) throw error;
  return error.outcome.kind === 'line-lost' ? noAnswer : error.outcome.message;
}
