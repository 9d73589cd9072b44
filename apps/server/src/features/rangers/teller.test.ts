import type { TeamPosition } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { createTeller, type Told } from './teller.ts';

const GRID = '513221' as GridNo;
const told = (n: number): Told => ({
  position: { userId: `u${n}`, position: { lng: n, lat: 31 }, at: new Date('2026-11-21T05:30:00Z') },
  person: { fullName: `护林员${n}`, gridNo: GRID },
});
const some = (from: number, count: number) => Array.from({ length: count }, (_, i) => told(from + i));

it('says one position a message, in its words, and a flood in slices, in order, also when more comes meanwhile', () => {
  const ticks: (() => void)[] = [];
  const heard: TeamPosition[] = [];
  const teller = createTeller(
    {
      tell(kind, gridNo, data) {
        expect([kind, gridNo]).toEqual(['teamTrajectory', GRID]);
        heard.push(data as TeamPosition);
      },
    },
    (run) => ticks.push(run),
  );
  teller.tell([]);
  teller.tell(some(0, 1));
  expect(heard).toEqual([{ userId: 'u0', createUser: '护林员0', position: { lng: 0, lat: 31 }, actualUploadTime: '2026-11-21 13:30:00' }]);
  teller.tell(some(1, 450));
  expect(heard).toHaveLength(201);
  teller.tell(some(451, 10));
  expect(heard).toHaveLength(201);
  for (let tick = ticks.shift(); tick; tick = ticks.shift()) tick();
  expect(heard.map(({ userId }) => userId)).toEqual(some(0, 461).map(({ position }) => position.userId));
  teller.tell(some(461, 1));
  expect(heard).toHaveLength(462);
});
