// Structural sharing of query results: equal parts keep their identity across a refetch, so that nothing rerenders and no effect runs. Like
// the query library's own, but with support for Date.

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function keepEqualList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const shared = after.map((item, index) => keepEqual(before[index], item));
  return before.length === after.length && shared.every((item, index) => item === before[index]) ? before : shared;
}

function keepEqualRecord(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(after);
  const shared = Object.fromEntries(names.map((name) => [name, keepEqual(before[name], after[name])]));
  const isSame = names.length === Object.keys(before).length && names.every((name) => name in before && shared[name] === before[name]);
  return isSame ? before : shared;
}

/** @returns `after`, reusing every equal part of `before` */
export function keepEqual(before: unknown, after: unknown): unknown {
  if (before === after) return before;
  if (before instanceof Date && after instanceof Date) return before.getTime() === after.getTime() ? before : after;
  if (Array.isArray(before) && Array.isArray(after)) return keepEqualList(before, after);
  return isRecord(before) && isRecord(after) ? keepEqualRecord(before, after) : after;
}
