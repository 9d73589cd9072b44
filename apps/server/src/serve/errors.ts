// Whatever is thrown becomes a refusal that a person may read; what is a fault of ours is logged with its request id, and says nothing.
import { StoreUnavailable } from '@lookout/store';
import { Refusal, unavailable } from './refusal.ts';

export interface FaultLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const FULL_DISK = 507;

export function asRefusal(error: unknown, about: { call: string; requestId: string }, log: FaultLog): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    log.warn({ ...about, reason: error.reason }, 'the database could not be asked');
    if (error.reason === 'disk-full') return new Refusal(FULL_DISK, '服务器磁盘已满，暂时不能保存，请联系管理员');
    return error.reason === 'busy' ? unavailable('服务繁忙，请稍后再试') : unavailable();
  }
  log.error({ ...about, err: error }, 'a call failed by a fault of ours');
  return new Refusal(500, '服务器内部错误');
}
