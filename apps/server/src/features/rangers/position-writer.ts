// Positions into the database: while one write is in flight the uploads that come gather, and go together with the next.
import type { RangerPosition } from '@lookout/domain';
import type { SavedPositions } from '@lookout/store';

export interface Written {
  /** How many said what was known already, by the same person at the same time. */
  readonly duplicates: number;
  /** Those that are where their person was last: at most one of each. */
  readonly newest: readonly RangerPosition[];
}

export interface PositionWriter {
  /** Durable when it resolves. @throws what the database says: then none of them is acknowledged */
  write(positions: readonly RangerPosition[], receivedAt: Date): Promise<Written>;
  /** Waits for what is in flight. */
  stop(): Promise<void>;
}

/** More than one upload's most, well within a statement's time. */
const MOST_AT_ONCE = 20_000;

interface Upload {
  readonly positions: readonly RangerPosition[];
  readonly receivedAt: Date;
  resolve(written: Written): void;
  reject(error: unknown): void;
}

type Save = (positions: readonly RangerPosition[], receivedAt: Date) => Promise<SavedPositions>;

export function createPositionWriter(save: Save): PositionWriter {
  const waiting: Upload[] = [];
  let writing: Promise<void> | null = null;

  const takeSome = (): Upload[] => {
    let count = 0;
    const end = waiting.findIndex(({ positions }, index) => {
      count += positions.length;
      return index > 0 && count > MOST_AT_ONCE;
    });
    return waiting.splice(0, end < 0 ? waiting.length : end);
  };

  const writeSome = async (uploads: readonly Upload[]): Promise<void> => {
    const outcomes = uploads.map(() => ({ duplicates: 0, newest: [] as RangerPosition[] }));
    /** What is said for the first time within these uploads, and whose upload it came in. */
    const fresh: RangerPosition[] = [];
    const uploadOf: number[] = [];
    const said = new Set<string>();
    for (const [index, { positions }] of uploads.entries()) {
      for (const position of positions) {
        const key = `${position.userId}${position.at.getTime()}`;
        if (said.size === said.add(key).size) (outcomes[index] as Written & { duplicates: number }).duplicates += 1;
        else {
          fresh.push(position);
          uploadOf.push(index);
        }
      }
    }
    try {
      const { duplicates, newest } = await save(fresh, (uploads.at(-1) as Upload).receivedAt);
      const outcomeAt = (row: number) => outcomes[uploadOf[row] as number] as (typeof outcomes)[number];
      for (const row of duplicates) outcomeAt(row).duplicates += 1;
      for (const row of newest) outcomeAt(row).newest.push(fresh[row] as RangerPosition);
      for (const [index, { resolve }] of uploads.entries()) resolve(outcomes[index] as Written);
    } catch (error) {
      for (const { reject } of uploads) reject(error);
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) await writeSome(takeSome());
    writing = null;
  };

  return {
    write: (positions, receivedAt) =>
      new Promise((resolve, reject) => {
        waiting.push({ positions, receivedAt, resolve, reject });
        writing ??= run();
      }),
    async stop() {
      await writing;
    },
  };
}
