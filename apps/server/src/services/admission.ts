// The one way an alarm comes in, whoever sends it: placed in the grid, held to the sender's grid, stored with its event, announced.
import { type WireKind, wireKinds, writeAlarm } from '@lookout/contract';
import { type Alarm, type AlarmFacts, type GridNo, type Observation, type PlacedObservation, UNANSWERED } from '@lookout/domain';
import type { AuditEntry, Recorded, Repositories, Store, StoredEvent } from '@lookout/store';
import { type AlarmBatch, alarmBatchReader } from '@lookout/store/batch';
import { type AdmissionRefusal, judged, type Sender } from './admission-rule.ts';
import { type CrierEars, createCrier } from './crier.ts';
import type { Places } from './places.ts';

export { type AdmissionRefusal, refusalWords, type Sender } from './admission-rule.ts';

export interface Admitted {
  /** In the order of the input: the new alarm, the standing alarm that already said it, or why not. */
  readonly outcomes: readonly (
    | { readonly kind: 'new'; readonly id: string; readonly gridNo: GridNo }
    | { readonly kind: 'duplicate'; readonly id: string }
    | { readonly kind: 'refused'; readonly reason: AdmissionRefusal }
  )[];
}

export interface Admission {
  /**
   * @param audit made into the act's audit row in the same transaction; told how many were new.
   * @param before work of the same transaction that comes first (claiming photos); when it throws, nothing is stored.
   */
  admit(
    observations: readonly Observation[],
    sender: Sender,
    options?: {
      readonly audit?: readonly AuditEntry[];
      readonly before?: (tx: Repositories, placed: readonly PlacedObservation[]) => Promise<void>;
    },
  ): Promise<Admitted>;
  /** The same for alarms of a satellite's file, already judged and written as rows; one transaction. @returns how many were new */
  admitBatch(batch: AlarmBatch): Promise<number>;
}

export interface AdmissionDeps {
  readonly store: Store;
  readonly places: () => Places;
  readonly clock: () => Date;
  /** Told of new alarms after their commit. */
  readonly ears: CrierEars;
  /** Told of new alarms as they are committed, for figures. */
  readonly counted?: (kind: WireKind, count: number) => void;
}

export function createAdmission({ store, places, clock, ears, counted = () => undefined }: AdmissionDeps): Admission {
  // The words of a newFire are made when it is told: at once for the live, later for those who ask what they missed.
  store.tellAlarmsBy((alarm) => writeAlarm(alarm, places().book.nameOf));
  const crier = createCrier(ears);

  const newFire = (seq: number, at: Date, gridNo: GridNo, alarm: () => Alarm): StoredEvent =>
    new NewFire(seq, at, gridNo, () => writeAlarm(alarm(), places().book.nameOf));

  return {
    async admit(observations, sender, { audit = [], before } = {}) {
      const arrivedAt = clock();
      const known = places();
      const placed: PlacedObservation<AlarmFacts>[] = [];
      /** For each observation: why not, or its place among the placed. */
      const outcomesBefore = observations.map((observation): AdmissionRefusal | number => {
        const outcome = judged(observation, sender, arrivedAt, known);
        return outcome.ok ? placed.push(outcome.value) - 1 : outcome.error;
      });
      const recording = { observations: placed, audit, arrivedAt };
      const recorded = before
        ? await store.transaction(async (tx) => {
            await before(tx, placed);
            return tx.alarms.record(recording);
          })
        : await store.alarms.record(recording);

      crier.cry({
        first: recorded.fresh[0]?.seq ?? 0,
        count: recorded.fresh.length,
        event(n) {
          const { index, id, seq } = recorded.fresh[n] as Recorded['fresh'][number];
          const observation = placed[index] as PlacedObservation<AlarmFacts>;
          return newFire(seq, arrivedAt, observation.gridNo, () => ({ ...observation, id, arrivedAt, response: UNANSWERED }));
        },
      });

      for (const { index } of recorded.fresh) counted(wireKinds[(placed[index] as PlacedObservation).facts.kind].kind, 1);
      const answers: Admitted['outcomes'][number][] = [];
      for (const { index, id } of recorded.fresh) answers[index] = { kind: 'new', id, gridNo: (placed[index] as PlacedObservation).gridNo };
      for (const { index, id } of recorded.duplicates) answers[index] = { kind: 'duplicate', id };
      const outcomes = outcomesBefore.map((one) =>
        typeof one === 'string' ? { kind: 'refused' as const, reason: one } : (answers[one] as Admitted['outcomes'][number]),
      );
      return { outcomes };
    },

    async admitBatch(batch) {
      const { fresh, firstSeq, idOf } = await store.alarms.recordBatch(batch);
      const read = alarmBatchReader(batch);
      crier.cry({
        first: firstSeq,
        count: fresh.length,
        event(n) {
          const row = fresh[n] as number;
          return newFire(firstSeq + n, batch.arrivedAt, read.gridAt(row), () => read.alarmAt(row, idOf(n)));
        },
      });
      counted('satellite', fresh.length);
      return fresh.length;
    },
  };
}

/** Its words are made when somebody wants to hear them: of a file's thousands most are heard by nobody. */
class NewFire implements StoredEvent {
  readonly seq: number;
  readonly at: Date;
  readonly kind = 'newFire';
  readonly gridNo: GridNo;
  #words: unknown;
  readonly #write: () => unknown;
  constructor(seq: number, at: Date, gridNo: GridNo, write: () => unknown) {
    this.seq = seq;
    this.at = at;
    this.gridNo = gridNo;
    this.#write = write;
  }
  get data(): unknown {
    this.#words ??= this.#write();
    return this.#words;
  }
}
