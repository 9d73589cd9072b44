// Passwords on their way to the server: a fresh public key and nonce, then everything of one act sealed under them.
import { CallFailed, type CallOptions, type Client, type FailedOutcome, loadSealing, type Sealed } from '@lookout/client';
import { outcomeOf } from '@lookout/contract';

/** @returns the sealed texts by the same names, with `aeskey` and `nonce` to send beside them */
export async function sealFor<Name extends string>(
  client: Client,
  passwords: Readonly<Record<Name, string>>,
  options: CallOptions = {},
): Promise<Sealed<Name>> {
  const [key, { sealPasswords }] = await Promise.all([client.auth.publicKey(options), loadSealing().catch(noScript)]);
  return sealPasswords(key, passwords);
}

/** The script did not come: to the person it is a call without an answer. */
function noScript(): never {
  throw new CallFailed(outcomeOf({ status: null }, 'login') as FailedOutcome);
}
