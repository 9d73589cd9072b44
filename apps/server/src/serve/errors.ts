// Whatever is thrown becomes a refusal that can be said; what is a fault of ours is logged with its request id, and says nothing.
import { StoreUnavailable } from '@lookout/store';
import { Refusal, refused } from '../acting/refusal.ts';

export interface FaultLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export function asRefusal(error: unknown, about: { call: string; requestId: string }, log: FaultLog): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    log.warn({ ...about, reason: error.reason }, 'the database could not be asked');
    if (error.reason === 'disk-full') return refused('disk-full');
    return refused(error.reason === 'busy' ? 'server-busy' : 'server-unavailable');
  }
  log.error({ ...about, err: error }, 'a call failed by a fault of ours');
  return refused('internal-fault');
}
