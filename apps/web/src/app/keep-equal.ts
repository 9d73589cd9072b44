// What a query is asked for again mostly answers the same. What is equal stays the same object, so that nothing renders and no effect runs for
// it: the query library's own rule, which knows no moments in time.

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function keepEqualList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const kept = after.map((item, index) => keepEqual(before[index], item));
  return before.length === after.length && kept.every((item, index) => item === before[index]) ? before : kept;
}

function keepEqualRecord(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): object {
  const names = Object.keys(after);
  const kept = Object.fromEntries(names.map((name) => [name, keepEqual(before[name], after[name])]));
  const isSame = names.length === Object.keys(before).length && names.every((name) => name in before && kept[name] === before[name]);
  return isSame ? before : kept;
}

/** @returns `after`, with every part of it that equals the one of `before` taken from there */
export function keepEqual(before: unknown, after: unknown): unknown {
  if (before === after) return before;
  if (before instanceof Date && after instanceof Date) return before.getTime() === after.getTime() ? before : after;
  if (Array.isArray(before) && Array.isArray(after)) return keepEqualList(before, after);
  return isRecord(before) && isRecord(after) ? keepEqualRecord(before, after) : after;
}
