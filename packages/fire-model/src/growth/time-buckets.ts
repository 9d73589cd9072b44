// The cells that wait for their turn, earliest first: an untidy priority queue (L. Yatziv, A. Bartesaghi and G. Sapiro, O(N) implementation of the fast marching
// algorithm, Journal of Computational Physics 212, 2006). Times within a bucket are in no order, so that putting, moving and taking cost the same for any
// number of cells.
const BUCKETS = 2 ** 15;
const NONE = -1;

export class TimeBuckets {
  readonly #perMinute: number;
  readonly #first = new Int32Array(BUCKETS).fill(NONE);
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #bucketOf: Int16Array;
  #current = 0;

  /** @param limitMinutes no time is later */
  constructor(cells: number, limitMinutes: number) {
    this.#perMinute = (BUCKETS - 1) / limitMinutes;
    this.#next = new Int32Array(cells);
    this.#previous = new Int32Array(cells);
    this.#bucketOf = new Int16Array(cells).fill(NONE);
  }

  /** Puts a cell in, or moves it. A time before the current one counts as now. */
  put(cell: number, minutes: number): void {
    const bucket = Math.max(Math.floor(minutes * this.#perMinute), this.#current);
    const old = this.#bucketOf[cell] as number;
    if (old === bucket) return;
    if (old !== NONE) this.#unlink(cell, old);
    const first = this.#first[bucket] as number;
    this.#next[cell] = first;
    this.#previous[cell] = NONE;
    if (first !== NONE) this.#previous[first] = cell;
    this.#first[bucket] = cell;
    this.#bucketOf[cell] = bucket;
  }

  /** The next cell; -1: none is left. */
  take(): number {
    while (this.#current < BUCKETS) {
      const cell = this.#first[this.#current] as number;
      if (cell !== NONE) {
        this.#unlink(cell, this.#current);
        return cell;
      }
      this.#current += 1;
    }
    this.#current = BUCKETS - 1;
    return NONE;
  }

  #unlink(cell: number, bucket: number): void {
    const next = this.#next[cell] as number;
    const previous = this.#previous[cell] as number;
    if (previous === NONE) this.#first[bucket] = next;
    else this.#next[previous] = next;
    if (next !== NONE) this.#previous[next] = previous;
    this.#bucketOf[cell] = NONE;
  }
}
