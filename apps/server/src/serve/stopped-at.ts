import type { Remark, RemarkCode } from '@lookout/contract';

/**
 * Said beside a list that was cut at its limit.
 * @param code which of them are in it, where the order says so
 */
export const stoppedAt = (limit: number, code: CutCode = 'list-cut'): Remark => ({ code, params: { limit } });

type CutCode = Exclude<RemarkCode, `${string}fire-weather${string}`>;
