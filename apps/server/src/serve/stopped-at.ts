/**
 * Said beside a list that was cut at its limit.
 * @param which of them are in it, where the order says so
 */
export const stoppedAt = (limit: number, which: '最新的' | '' = ''): string => `只列出${which} ${limit} 条，请缩小范围`;
