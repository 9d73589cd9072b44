// The alarms as columns of numbers, one row for each alarm, updated from the log. The columns that a question counts are contiguous in
// memory, some 80 bytes an alarm. Rows are in the order of the log. Pure: filled by feed.ts, stored by snapshot.ts, queried by answer.ts.
import { ALARM_KINDS, REAL_FIRE_TYPES, type Verdict } from '../../alarm/alarm.ts';
import type { AlarmFeedSlice, FedAlarm, FedChange } from '../../alarm/alarm-feed.store.ts';
import type { TaskState } from '../../task/task.ts';
import { RESPONSE_STEPS, type ResponseStep, waitSeconds } from '../statistics.ts';

export const VERDICTS = ['unjudged', 'false', 'real'] as const satisfies readonly Verdict[];

/** A row whose alarm was deleted. */
export const GONE = 255;
/** In a column of waits: the step was not taken. */
export const NOT_YET = -1;

/**
 * The columns in addition to the ids. Kinds, verdicts … are stored as their indexes in the domain's lists; grids, cameras and posts as
 * indexes in a dictionary.
 */
const COLUMNS = {
  /** Epoch milliseconds. */
  arrivedAt: Float64Array,
  lng: Float32Array,
  lat: Float32Array,
  grid: Uint16Array,
  kind: Uint8Array,
  verdict: Uint8Array,
  /** Index from 1; 0: none. */
  fireType: Uint8Array,
  /** Camera of a camera alarm; 0: none named. */
  camera: Uint16Array,
  // Seconds from the arrival to each step, and the post that took it (0: none).
  acknowledgeWait: Int32Array,
  judgeWait: Int32Array,
  sendWait: Int32Array,
  arriveWait: Int32Array,
  closeWait: Int32Array,
  acknowledgePost: Uint16Array,
  judgePost: Uint16Array,
  sendPost: Uint16Array,
  arrivePost: Uint16Array,
  closePost: Uint16Array,
} as const;

export type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly ColumnName[];
type ColumnValues = { -readonly [N in ColumnName]: InstanceType<(typeof COLUMNS)[N]> };

/** Each alarm's id has four 32-bit words. */
const ID_WORDS = 4;
const FIRST_CAPACITY = 1_024;
const GROWTH = 1.5;

/** Number of rows in a block of arrivals. */
const BLOCK_ROWS = 4_096;

/**
 * The earliest and latest arrival of each block of rows (a zone map). Rows are nearly in the order of arrival, so a window overlaps few
 * blocks. The clocks of several servers differ, so those blocks need not be contiguous.
 */
class ArrivalBlocks {
  readonly #earliest: number[] = [];
  readonly #latest: number[] = [];

  add(row: number, at: number): void {
    const block = Math.floor(row / BLOCK_ROWS);
    this.#earliest[block] = Math.min(this.#earliest[block] ?? Number.POSITIVE_INFINITY, at);
    this.#latest[block] = Math.max(this.#latest[block] ?? Number.NEGATIVE_INFINITY, at);
  }

  /** The first row of each block that may hold arrivals of [begin, end), in epoch milliseconds. */
  meeting(begin: number, end: number): readonly number[] {
    return this.#earliest.flatMap((earliest, block) =>
      earliest < end && (this.#latest[block] as number) >= begin ? [block * BLOCK_ROWS] : [],
    );
  }
}

/** Texts numbered from 1 on; 0 is none. */
export class Dictionary {
  readonly texts: string[] = [''];
  readonly #numbers = new Map<string, number>();

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.numberOf(text);
  }

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  /** @returns null: no alarm has this text */
  find(text: string): number | null {
    return this.#numbers.get(text) ?? null;
  }
}

/** The content of a snapshot. */
export interface ProjectionState {
  readonly seq: number;
  readonly length: number;
  readonly grids: readonly string[];
  readonly cameras: readonly string[];
  readonly posts: readonly string[];
}

/** The steps implied by a report that people are on the spot. A later state includes the earlier ones. */
const ON_THE_SPOT: ReadonlySet<TaskState | 'cancelled' | null> = new Set(['arrived', 'reported', 'done']);

export class Projection {
  /** The log is included up to this sequence number. */
  seq = 0;
  /** Number of rows, including those of deleted alarms. */
  length = 0;
  /** Incremented by each change: answers of the same version are the same. */
  version = 0;
  readonly grids: Dictionary;
  readonly cameras: Dictionary;
  readonly posts: Dictionary;
  values: ColumnValues;
  ids: Uint32Array;
  /** Row + 1 by the hash of the id, in the next free slot if taken; the length is a power of two, at most half full. */
  #places: Int32Array;
  readonly #blocks = new ArrivalBlocks();

  constructor(state: Partial<ProjectionState> = {}) {
    const { seq = 0, length = 0, grids = [], cameras = [], posts = [] } = state;
    const capacity = Math.max(FIRST_CAPACITY, length);
    this.seq = seq;
    this.grids = new Dictionary(grids);
    this.cameras = new Dictionary(cameras);
    this.posts = new Dictionary(posts);
    this.values = columnsOf(capacity);
    this.ids = new Uint32Array(capacity * ID_WORDS);
    this.#places = placesFor(capacity);
    this.length = length;
  }

  get state(): ProjectionState {
    const { seq, length, grids, cameras, posts } = this;
    return { seq, length, grids: grids.texts.slice(1), cameras: cameras.texts.slice(1), posts: posts.texts.slice(1) };
  }

  /** Called after a snapshot's columns were filled in. */
  indexRows(): void {
    this.#indexIds();
    for (let row = 0; row < this.length; row++) this.#blocks.add(row, this.values.arrivedAt[row] as number);
  }

  /** Ranges of rows, in order, outside which nothing arrived from `begin` until before `end` (epoch milliseconds). */
  stretchesOf(begin: number, end: number): readonly { readonly first: number; readonly end: number }[] {
    return this.#blocks.meeting(begin, end).map((first) => ({ first, end: Math.min(first + BLOCK_ROWS, this.length) }));
  }

  /** Applies a slice of the log. A slice that was already applied changes nothing. */
  apply({ next, recorded, changes }: AlarmFeedSlice): void {
    for (const alarm of recorded) this.#add(alarm);
    for (const change of changes) this.#change(change);
    this.seq = next;
    if (recorded.length + changes.length > 0) this.version++;
  }

  idOf(row: number): string {
    const hex = Array.from(this.ids.subarray(row * ID_WORDS, (row + 1) * ID_WORDS), (word) => word.toString(16).padStart(8, '0')).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  #add({ id, kind, gridNo, lng, lat, deviceId, arrivedAt }: FedAlarm): void {
    readWords(id);
    if (this.#find() !== null) return;
    if (this.length === this.values.kind.length) this.#grow();
    const row = this.length++;
    this.ids.set(words, row * ID_WORDS);
    this.#place(row);
    const { values } = this;
    values.arrivedAt[row] = arrivedAt;
    this.#blocks.add(row, arrivedAt);
    values.lng[row] = lng;
    values.lat[row] = lat;
    values.grid[row] = this.grids.numberOf(gridNo);
    values.kind[row] = ALARM_KINDS.indexOf(kind);
    values.camera[row] = kind === 'camera' && deviceId !== null ? this.cameras.numberOf(deviceId) : 0;
    values.verdict[row] = 0;
    values.fireType[row] = 0;
    for (const step of RESPONSE_STEPS) this.#clear(row, step);
  }

  #change(change: FedChange): void {
    readWords(change.alarmId);
    const row = this.#find();
    const { values } = this;
    if (row === null || values.kind[row] === GONE) return;
    switch (change.kind) {
      case 'alarm.acknowledged':
      case 'alarm.taken-over':
        this.#step(row, 'acknowledge', change);
        break;
      case 'alarm.judged':
      case 'alarm.corrected':
        values.verdict[row] = VERDICTS.indexOf(change.verdict ?? 'unjudged');
        values.fireType[row] = change.realFireType === null ? 0 : REAL_FIRE_TYPES.indexOf(change.realFireType) + 1;
        // After a new judgement the alarm is no longer closed (domain `applyToAlarm`). The time to judge is that of the first judgement,
        // unless its fire had been answered.
        this.#clear(row, 'close');
        if (change.kind === 'alarm.judged' && change.isJoined !== true) this.#step(row, 'judge', change);
        break;
      case 'alarm.reopened':
        values.verdict[row] = 0;
        values.fireType[row] = 0;
        this.#clear(row, 'judge');
        this.#clear(row, 'close');
        break;
      case 'alarm.moved':
        values.grid[row] = this.grids.numberOf(change.gridNo);
        values.lng[row] = change.lng ?? (values.lng[row] as number);
        values.lat[row] = change.lat ?? (values.lat[row] as number);
        break;
      case 'alarm.dispatched':
        this.#step(row, 'send', change);
        break;
      case 'alarm.progressed':
        if (ON_THE_SPOT.has(change.taskState)) this.#step(row, 'arrive', change);
        break;
      case 'alarm.closed':
        this.#step(row, 'close', change);
        break;
      case 'alarm.rekindled':
        this.#clear(row, 'close');
        break;
      case 'alarm.deleted':
        values.kind[row] = GONE;
    }
  }

  /** Only the first time of a step counts. */
  #step(row: number, step: ResponseStep, { at, post }: FedChange): void {
    const waits = this.values[`${step}Wait`];
    if (waits[row] !== NOT_YET) return;
    waits[row] = waitSeconds(this.values.arrivedAt[row] as number, at);
    this.values[`${step}Post`][row] = post === null ? 0 : this.posts.numberOf(post);
  }

  #clear(row: number, step: ResponseStep): void {
    this.values[`${step}Wait`][row] = NOT_YET;
    this.values[`${step}Post`][row] = 0;
  }

  #grow(): void {
    const capacity = Math.ceil(this.values.kind.length * GROWTH);
    const grown = columnsOf(capacity);
    for (const name of COLUMN_NAMES) grown[name].set(this.values[name]);
    this.values = grown;
    const ids = new Uint32Array(capacity * ID_WORDS);
    ids.set(this.ids);
    this.ids = ids;
    if (this.#places.length < 2 * capacity) {
      this.#places = placesFor(capacity);
      this.#indexIds();
    }
  }

  #indexIds(): void {
    this.#places.fill(0);
    for (let row = 0; row < this.length; row++) this.#place(row);
  }

  #place(row: number): void {
    const at = row * ID_WORDS;
    let place = hashOf(this.ids, at) & (this.#places.length - 1);
    while (this.#places[place] !== 0) place = (place + 1) & (this.#places.length - 1);
    this.#places[place] = row + 1;
  }

  /** The row of the id in `words`. */
  #find(): number | null {
    for (let place = hashOf(words, 0) & (this.#places.length - 1); ; place = (place + 1) & (this.#places.length - 1)) {
      const row = (this.#places[place] as number) - 1;
      if (row < 0) return null;
      const at = row * ID_WORDS;
      if (words.every((word, index) => this.ids[at + index] === word)) return row;
    }
  }
}

function columnsOf(capacity: number): ColumnValues {
  return Object.fromEntries(Object.entries(COLUMNS).map(([name, Values]) => [name, new Values(capacity)])) as ColumnValues;
}

function placesFor(capacity: number): Int32Array {
  let size = 2 * FIRST_CAPACITY;
  while (size < 2 * capacity) size *= 2;
  return new Int32Array(size);
}

/** The id being processed, in one shared array, so that millions of lookups create no garbage. */
const words = new Uint32Array(ID_WORDS);
/** Where each word begins in the text of an id, and its parts between the hyphens. */
function readWords(id: string): void {
  words[0] = Number.parseInt(id.slice(0, 8), 16);
  words[1] = Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16);
  words[2] = Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16);
  words[3] = Number.parseInt(id.slice(28, 36), 16);
}

/** Murmur's finalizer over the words: ids of one file differ only in their last bytes. */
function hashOf(ids: Uint32Array, at: number): number {
  let hash = 0;
  for (let index = 0; index < ID_WORDS; index++) {
    hash = Math.imul(hash ^ (ids[at + index] as number), 0x85ebca6b);
    hash ^= hash >>> 13;
    hash = Math.imul(hash, 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash;
}
