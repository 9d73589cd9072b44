// The durations of millions of deliveries, in buckets of one millisecond: memory does not grow with their number.

/** Longer durations are counted in the last bucket. */
const MOST_MS = 120_000;

export class Latencies {
  readonly #buckets = new Uint32Array(MOST_MS + 1);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(milliseconds: number): void {
    const bucket = Math.max(0, Math.min(MOST_MS, Math.round(milliseconds)));
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
  }

  /** By nearest rank, in milliseconds; NaN for no values. */
  percentile(share: number): number {
    const rank = Math.max(1, Math.ceil(share * this.#count));
    for (let bucket = 0, seen = 0; bucket <= MOST_MS; bucket += 1) {
      seen += this.#buckets[bucket] ?? 0;
      if (seen >= rank) return bucket;
    }
    return Number.NaN;
  }

  /** Only the non-empty buckets. */
  toJSON(): readonly (readonly [milliseconds: number, count: number])[] {
    return [...this.#buckets.entries()].filter(([, count]) => count > 0);
  }

  addAll(buckets: ReturnType<Latencies['toJSON']>): void {
    for (const [bucket, count] of buckets) {
      this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + count;
      this.#count += count;
    }
  }
}
