import type { RangerPosition } from '@lookout/domain';
import type { SavedPositions } from '@lookout/store';
import { describe, expect, it } from 'vitest';
import { createPositionWriter } from './position-writer.ts';

const NOW = new Date('2026-11-21T05:30:00Z');
const at = (userId: string, seconds: number): RangerPosition => ({
  ...{ userId, at: new Date(NOW.getTime() + seconds * 1000), position: { lng: 103, lat: 31 } },
});

/** A database that answers when the test says so. */
function slowDatabase() {
  const saves: { positions: readonly RangerPosition[]; resolve(saved: SavedPositions): void; reject(error: unknown): void }[] = [];
  const save = (positions: readonly RangerPosition[]) =>
    new Promise<SavedPositions>((resolve, reject) => saves.push({ positions, resolve, reject }));
  const nth = async (n: number) => {
    for (;;) {
      const found = saves[n];
      if (found) return found;
      await new Promise(setImmediate);
    }
  };
  return { save, saves, nth };
}
const NOTHING: SavedPositions = { duplicates: [], newest: [] };

describe('the writer of positions', () => {
  it('lets what comes during a write go together with the next, and tells each upload its own', async () => {
    const database = slowDatabase();
    const writer = createPositionWriter(database.save);
    const first = writer.write([at('a', 0)], NOW);
    const second = writer.write([at('a', 1), at('b', 1)], NOW);
    const third = writer.write([at('b', 1), at('c', 1), at('c', 2)], NOW);
    (await database.nth(0)).resolve({ duplicates: [], newest: [0] });
    expect(await first).toEqual({ duplicates: 0, newest: [at('a', 0)] });

    const next = await database.nth(1);
    expect(next.positions).toEqual([at('a', 1), at('b', 1), at('c', 1), at('c', 2)]);
    next.resolve({ duplicates: [0], newest: [1, 3] });
    expect(await second).toEqual({ duplicates: 1, newest: [at('b', 1)] });
    expect(await third).toEqual({ duplicates: 1, newest: [at('c', 2)] });
    expect(database.saves).toHaveLength(2);
  });

  it('acknowledges nothing that was not written; the next write is a new one', async () => {
    const database = slowDatabase();
    const writer = createPositionWriter(database.save);
    const lost = writer.write([at('a', 0)], NOW);
    const alsoLost = writer.write([at('a', 1)], NOW);
    (await database.nth(0)).reject(new Error('no database'));
    await expect(lost).rejects.toThrow('no database');
    (await database.nth(1)).reject(new Error('still none'));
    await expect(alsoLost).rejects.toThrow('still none');
    const kept = writer.write([at('a', 1)], NOW);
    (await database.nth(2)).resolve(NOTHING);
    expect(await kept).toEqual({ duplicates: 0, newest: [] });
  });

  it('sends no more at once than a statement can bear, and forgets none', async () => {
    const database = slowDatabase();
    const writer = createPositionWriter(database.save);
    const upload = (user: string) =>
      writer.write(
        Array.from({ length: 9_000 }, (_, second) => at(user, second)),
        NOW,
      );
    const all = [upload('first'), upload('a'), upload('b'), upload('c')];
    for (const [n, count] of [9_000, 18_000, 9_000].entries()) {
      const { positions, resolve } = await database.nth(n);
      expect(positions).toHaveLength(count);
      resolve(NOTHING);
    }
    await Promise.all(all);
    await writer.stop();
  });

  it('writes what it has before it stops', async () => {
    const database = slowDatabase();
    const writer = createPositionWriter(database.save);
    const written = writer.write([at('a', 0)], NOW);
    let isStopped = false;
    const stopping = writer.stop().then(() => {
      isStopped = true;
    });
    await new Promise(setImmediate);
    expect(isStopped).toBe(false);
    (await database.nth(0)).resolve(NOTHING);
    await stopping;
    await written;
  });
});
