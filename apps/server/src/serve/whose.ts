// Determines whose share of a shared resource the work of a call uses (acting/fair-line.ts).
import { isDesk } from '@lookout/domain';
import type { Whose } from '../acting/fair-line.ts';
import type { Errand } from '../acting/turns.ts';
import type { Context } from './context.ts';

/** An account has a share within that of its grid; desks go first. Machines and callers without a session have a share by their address. */
export function whoseOf({ caller, address }: Pick<Context, 'caller' | 'address'>): Whose {
  if (caller.kind === 'account') return { account: caller.accountId, grid: caller.gridNo, isDuty: isDesk(caller.rights) };
  if (caller.kind === 'embed') return { account: `${caller.embedId}:${address}`, grid: caller.gridNo, isDuty: false };
  return { account: `${caller.kind}:${address}`, grid: null, isDuty: false };
}

/** Work that only this call needs: it ends when the caller hangs up. */
export const errandOf = (context: Pick<Context, 'caller' | 'address' | 'signal'>): Errand => ({
  whose: whoseOf(context),
  signal: context.signal,
});
