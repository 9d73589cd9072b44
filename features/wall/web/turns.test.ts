import { expect, it } from 'vitest';
import { type Front, firstTurn, followed, interrupted, type Scene, TURN_MS, type Turn } from './turns.ts';

/** What is in front at the end of each of this many turns. */
function fronts(scene: Scene, count: number, from: Turn = firstTurn(0)): string[] {
  const names: string[] = [];
  let turn = from;
  for (let n = 1; n <= count; n++) {
    turn = followed(turn, scene, n * TURN_MS);
    names.push(nameOf(turn.front));
  }
  return names;
}
const nameOf = (front: Front) => (front.kind === 'grid' ? 'grid' : front.id);
const scene = (fireIds: readonly string[], alarmIds: readonly string[] = []): Scene => ({ fireIds, alarmIds });

it('the fires take turns, followed by the whole grid; without a fire the grid remains', () => {
  expect(fronts(scene(['a', 'b']), 6)).toEqual(['a', 'b', 'grid', 'a', 'b', 'grid']);
  expect(fronts(scene(['a']), 4)).toEqual(['a', 'grid', 'a', 'grid']);
  expect(fronts(scene([]), 3)).toEqual(['grid', 'grid', 'grid']);
});

it('a turn lasts its full time; a fire that is closed during its turn leaves the front at once', () => {
  const turn = followed(firstTurn(0), scene(['a', 'b']), TURN_MS);
  expect(followed(turn, scene(['a', 'b']), 2 * TURN_MS - 1)).toBe(turn);
  expect(nameOf(followed(turn, scene(['b']), TURN_MS + 1).front)).toBe('b');
});

it('a new alarm takes the front at once, a second one waits for it; then the turns of the fires continue', () => {
  const burning = scene(['a', 'b'], ['x', 'y']);
  const first = interrupted(followed(firstTurn(0), burning, TURN_MS), ['x'], TURN_MS + 5);
  expect(first.front).toEqual({ kind: 'alarm', id: 'x' });
  const second = interrupted(first, ['y'], TURN_MS + 6);
  expect(second.front).toEqual({ kind: 'alarm', id: 'x' });
  const then = followed(second, burning, 2 * TURN_MS + 5);
  expect(nameOf(then.front)).toBe('y');
  expect(nameOf(followed(then, burning, 3 * TURN_MS + 5).front)).toBe('b');
});

it('when many alarms arrive, only the newest come to the front, and none that has been judged or deleted meanwhile', () => {
  const flooded = interrupted(firstTurn(0), ['e', 'd', 'c', 'b', 'a'], 0);
  expect([nameOf(flooded.front), flooded.waiting]).toEqual(['e', ['d', 'c']]);
  expect(nameOf(followed(flooded, scene([], ['c']), 1).front)).toBe('c');
});
