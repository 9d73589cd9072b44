// Periods that server/association.ts reads again for late alarms.

/** Epoch milliseconds, both ends included. */
export type Span = readonly [begin: number, end: number];

/** @param times in ascending order. @returns one span for each group of times that follow one another within `withinMs` */
export function spansOf(times: readonly number[], withinMs: number): Span[] {
  const spans: [number, number][] = [];
  for (const time of times) {
    const last = spans.at(-1);
    if (last !== undefined && time - last[1] <= withinMs) last[1] = time;
    else spans.push([time, time]);
  }
  return spans;
}

export const meet = (one: Span, other: Span): boolean => one[0] <= other[1] && other[0] <= one[1];

/** The parts of a span that no other span covers. */
export function without(span: Span, covered: readonly Span[]): Span[] {
  const over = covered.find((other) => meet(span, other));
  if (over === undefined) return [span];
  const before: Span[] = span[0] < over[0] ? [[span[0], over[0] - 1]] : [];
  const after: Span[] = over[1] < span[1] ? [[over[1] + 1, span[1]]] : [];
  const others = covered.filter((other) => other !== over);
  return [...before, ...after].flatMap((part) => without(part, others));
}

/** The span from the first begin to the last end of some spans, at least one. */
export const across = (spans: readonly Span[]): Span => [
  Math.min(...spans.map(([begin]) => begin)),
  Math.max(...spans.map(([, end]) => end)),
];
