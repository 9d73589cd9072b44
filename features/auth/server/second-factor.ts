// Use of a second factor: a code of the authenticator app is accepted once, and so is a recovery code (decision 0046).

import { hashRecoveryCode, LostSecret } from '@lookout/server/access/one-time-codes.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import type { Repositories } from '../../store.ts';

interface Use {
  readonly accountId: string;
  /** The code as typed; empty: no code. */
  readonly code: string;
  readonly now: Date;
}

/**
 * Uses a code up. A concurrent request with the same code, on any server, waits for this transaction and then finds the code used.
 * @returns `off`: the account has no second factor, and any code that was sent is ignored
 */
export async function useCode(
  deps: Pick<Deps, 'oneTimeCodes' | 'log'>,
  { secondFactors }: Pick<Repositories, 'secondFactors'>,
  { accountId, code, now }: Use,
): Promise<'off' | 'needed' | 'used' | 'wrong'> {
  const factor = await secondFactors.lockForUse(accountId);
  if (factor === null || factor.confirmedAt === null) return 'off';
  if (code === '') return 'needed';
  const step = stepOf(deps, factor.encryptedSecret, code, now);
  const isUsed =
    step === null ? await secondFactors.useRecoveryCode(accountId, hashRecoveryCode(code)) : await secondFactors.useStep(accountId, step);
  return isUsed ? 'used' : 'wrong';
}

/** A secret that cannot be decrypted matches no code; recovery codes are still accepted. */
function stepOf({ oneTimeCodes, log }: Pick<Deps, 'oneTimeCodes' | 'log'>, secret: string, code: string, now: Date): number | null {
  try {
    return oneTimeCodes.stepOf(secret, code, now);
  } catch (error) {
    if (!(error instanceof LostSecret)) throw error;
    log.error({ err: error }, 'the code of a second factor cannot be checked');
    return null;
  }
}
