// Admission of new alarms from any source: they are located in the grid, limited to the sender's grid, stored with their events, and
// published after the commit.

import type { GridNo, Origin } from '@lookout/domain';
import type { NumberedMessage } from '@lookout/live';
import type { LivePublisher } from '@lookout/server/services/deps.ts';
import type { AuditEntry } from '@lookout/store';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import type { Repositories, Store } from '../../store.ts';
import type { RightOfWay } from '../../travel/service/right-of-way.ts';
import { type Alarm, type LocatedObservation, type Observation, UNANSWERED } from '../alarm.ts';
import { wireKinds, writeAlarm } from '../alarm.wire.ts';
import type { WireKind } from '../alarm-kinds.wire.ts';
import type { AlarmRows, Recorded } from '../alarm-recording.store.ts';
import { alarmOfRowText } from '../alarm-rows.store.ts';
import type { PastDetection } from '../past-detection.ts';
import { type AdmissionRefusal, admitted, type Sender } from './admission-rule.ts';

export type { Sender } from './admission-rule.ts';

type Admitted =
  | { readonly kind: 'new'; readonly id: string }
  /** The id of the existing alarm. */
  | { readonly kind: 'duplicate'; readonly id: string }
  | { readonly kind: 'refused'; readonly reason: AdmissionRefusal };

export interface Admission {
  /** A refused observation stores nothing, not even an audit row. */
  admit(
    observation: Observation,
    sender: Sender,
    origin: Origin,
    options: {
      /** The audit row of the call, written in the same transaction, also for a duplicate. */
      readonly audit: () => AuditEntry;
      /** Work done first in the same transaction (claiming photos). If it throws, nothing is stored. */
      readonly before?: (tx: Repositories, located: LocatedObservation) => Promise<void>;
    },
  ): Promise<Admitted>;
  /** The same for alarms of a satellite's file, already admitted and written as rows; all or nothing. @returns how many were new */
  admitFile(file: AlarmRows, origin: Origin): Promise<number>;
  /** Stores detections that are history. @returns how many were new: neither alarms nor history yet */
  storePast(past: readonly PastDetection[], arrivedAt: Date): Promise<number>;
}

interface AdmissionDeps {
  readonly store: Store;
  readonly gazetteer: () => Gazetteer;
  readonly clock: () => Date;
  /** Receives new alarms after their commit. */
  readonly live: Pick<LivePublisher, 'committed' | 'expect'>;
  /** Pauses other computations while alarms are stored and delivered. */
  readonly rightOfWay?: Pick<RightOfWay, 'during' | 'duringPiece'>;
  /** Counts new alarms, for metrics. */
  readonly counted?: (kind: WireKind, count: number) => void;
  /** Counts observations that do not become alarms. */
  readonly refused?: (kind: WireKind, count: number) => void;
}

export function createAdmission({
  store,
  gazetteer,
  clock,
  live,
  rightOfWay = { during: (work) => work(), duringPiece: (work) => work() },
  counted = () => undefined,
  refused = () => undefined,
}: AdmissionDeps): Admission {
  const publisher = createAlarmPublisher(live);

  const newFire = (seq: number, at: Date, gridNo: GridNo, { requestId }: Origin, alarm: () => Alarm): NumberedMessage =>
    new NewFire(seq, at.toISOString(), gridNo, requestId, () => writeAlarm(alarm(), gazetteer().grids.nameOf));

  const admit: Admission['admit'] = async (observation, sender, origin, { audit, before }) => {
    const arrivedAt = clock();
    const located = admitted(observation, sender, arrivedAt, gazetteer());
    if (!located.ok) {
      refused(wireKinds[observation.facts.kind].kind, 1);
      return { kind: 'refused', reason: located.error };
    }
    const recording = { observations: [located.value], audit: [audit()], arrivedAt, origin };
    const { fresh, duplicates } = before
      ? await store.transaction(async (tx) => {
          await before(tx, located.value);
          return tx.alarms.record(recording);
        })
      : await store.alarms.record(recording);
    const [alarm] = fresh;
    if (alarm === undefined) return { kind: 'duplicate', id: (duplicates[0] as Recorded['duplicates'][number]).id };

    const { id, seq } = alarm;
    const { dedupeKey: _, ...observed } = located.value;
    publisher.publish({
      first: seq,
      count: 1,
      message: () => newFire(seq, arrivedAt, observed.gridNo, origin, () => ({ ...observed, id, arrivedAt, response: UNANSWERED })),
    });
    counted(wireKinds[observed.facts.kind].kind, 1);
    return { kind: 'new', id };
  };
  const admitFile: Admission['admitFile'] = async (file, origin) => {
    const { arrivedAt, rows, gridNos } = file;
    const { fresh } = await store.alarms.recordFile(file, origin);
    publisher.publish({
      first: fresh[0]?.seq ?? 0,
      count: fresh.length,
      message(n) {
        const { index, id, seq } = fresh[n] as Recorded['fresh'][number];
        return newFire(seq, arrivedAt, gridNos[index] as GridNo, origin, () => alarmOfRowText(rows[index] as string, id, arrivedAt));
      },
    });
    counted('satellite', fresh.length);
    return fresh.length;
  };

  return {
    admit: (observation, sender, origin, options) => rightOfWay.during(() => admit(observation, sender, origin, options)),
    admitFile: (file, origin) => rightOfWay.duringPiece(() => admitFile(file, origin)),
    storePast: (past, arrivedAt) => store.pastDetections.add(past, arrivedAt),
  };
}

/** The content is written when it is first read: most of a file's thousands of messages have no subscriber. */
class NewFire implements NumberedMessage {
  readonly seq: number;
  readonly at: string;
  readonly kind = 'newFire';
  readonly gridNo: GridNo;
  readonly requestId: string | undefined;
  #message: unknown;
  readonly #write: () => unknown;
  constructor(seq: number, at: string, gridNo: GridNo, requestId: string | null, write: () => unknown) {
    this.seq = seq;
    this.at = at;
    this.gridNo = gridNo;
    this.requestId = requestId ?? undefined;
    this.#write = write;
  }
  get data(): unknown {
    this.#message ??= this.#write();
    return this.#message;
  }
}

// Publishing. A single alarm is published at once. A flood is published in slices, and the messages of a slice are written only then, so
// that no tick of the event loop is long and the rest of the file is read in between.

/** New alarms that were committed together, with consecutive numbers. */
interface RecordedRun {
  /** The number of the first alarm. */
  readonly first: number;
  readonly count: number;
  /** Creates the message of the n-th alarm, from 0. */
  message(n: number): NumberedMessage;
}

interface AlarmPublisher {
  /** Must be called after the commit, in the order of the numbers. */
  publish(run: RecordedRun): void;
}

interface PublisherTimers {
  setTimeout(run: () => void, ms: number): void;
  setImmediate(run: () => void): void;
}

/** Up to this many alarms are published in the tick of their commit. More are a flood. */
const AT_ONCE = 20;
/** Messages per tick: about two milliseconds. */
const SLICE = 200;
/** A flood waits for the rest of its file, but no longer than this: an alarm is on the globe within a second. */
const FLOOD_WAITS_MS = 400;

export function createAlarmPublisher(
  live: Pick<LivePublisher, 'committed' | 'expect'>,
  timers: PublisherTimers = globalThis,
): AlarmPublisher {
  const waiting: RecordedRun[] = [];
  /** How many messages of the first run have been published. */
  let published = 0;
  let isPublishing = false;
  let isTimed = false;

  const publishSlice = (): void => {
    const messages: NumberedMessage[] = [];
    for (let [run] = waiting; run !== undefined && messages.length < SLICE; [run] = waiting) {
      for (; published < run.count && messages.length < SLICE; published += 1) messages.push(run.message(published));
      if (published < run.count) break;
      waiting.shift();
      published = 0;
    }
    isPublishing = waiting.length > 0;
    if (isPublishing) timers.setImmediate(publishSlice);
    live.committed(messages);
  };
  const begin = (): void => {
    if (isPublishing || waiting.length === 0) return;
    isPublishing = true;
    publishSlice();
  };

  return {
    publish(run) {
      if (run.count === 0) return;
      // An alarm after a flood is published after it, in the order of `seq`, and ends the flood's wait.
      waiting.push(run);
      if (run.count <= AT_ONCE) return begin();
      live.expect(run.first, run.first + run.count - 1, begin);
      if (isTimed) return;
      isTimed = true;
      timers.setTimeout(() => {
        isTimed = false;
        begin();
      }, FLOOD_WAITS_MS);
    },
  };
}
