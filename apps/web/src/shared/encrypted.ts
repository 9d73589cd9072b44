// Encrypts passwords for one call with a fresh public key and nonce.
import { CallFailed, type CallOptions, type Client, type Encrypted, type FailedOutcome, loadEncryption } from '@lookout/client';
import { outcomeOf } from '@lookout/contract';
import { loadScript } from './lazily.ts';

/** @returns the encrypted texts under the same names, with the `aeskey` and `nonce` to send with them */
export async function encryptFor<Name extends string>(
  client: Client,
  passwords: Readonly<Record<Name, string>>,
  options: CallOptions = {},
): Promise<Encrypted<Name>> {
  const [key, { encryptPasswords }] = await Promise.all([client.auth.publicKey(options), loadScript(loadEncryption).catch(noScript)]);
  return encryptPasswords(key, passwords);
}

/** The script could not be loaded: reported like a call without a reply. */
function noScript(): never {
  throw new CallFailed(outcomeOf({ status: null }, 'login') as FailedOutcome);
}
