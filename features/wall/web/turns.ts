// Decides what is in front on the wall (大屏): the whole grid and each fire in turn. A new alarm takes the front at once. Pure.

/** What is in front. `grid`: the whole grid. */
export type Front = { readonly kind: 'grid' } | { readonly kind: 'fire' | 'alarm'; readonly id: string };

export interface Turn {
  readonly front: Front;
  /** Epoch milliseconds. */
  readonly since: number;
  /** New alarms that have not been in front yet, newest first. */
  readonly waiting: readonly string[];
  /** The fire that was in front last; null: none yet. */
  readonly lastFire: string | null;
}

/** The fires and alarms that can be shown. */
export interface Scene {
  /** In the order of their turns. */
  readonly fireIds: readonly string[];
  /** The alarms that may be in front. */
  readonly alarmIds: readonly string[];
}

/** Duration of a turn, long enough to read a fire aloud. */
export const TURN_MS = 18_000;
/** When many alarms arrive, older ones appear only in the list. */
const MOST_WAITING = 3;

const GRID: Front = { kind: 'grid' };

export const firstTurn = (now: number): Turn => ({ front: GRID, since: now, waiting: [], lastFire: null });

/** New alarms take the front, unless an alarm is already there: then they follow it. @param newIds newest first */
export function interrupted(turn: Turn, newIds: readonly string[], now: number): Turn {
  const waiting = [...newIds, ...turn.waiting].slice(0, MOST_WAITING);
  // An alarm in front keeps its full turn.
  return turn.front.kind === 'alarm' ? { ...turn, waiting } : nextAlarm({ ...turn, waiting }, now);
}

/** The same turn while its time lasts and its fire or alarm still exists, otherwise the next turn. */
export function followed(turn: Turn, scene: Scene, now: number): Turn {
  const waiting = turn.waiting.filter((id) => scene.alarmIds.includes(id));
  const current = waiting.length === turn.waiting.length ? turn : { ...turn, waiting };
  const isThere = turn.front.kind === 'grid' || (turn.front.kind === 'fire' ? scene.fireIds : scene.alarmIds).includes(turn.front.id);
  if (isThere && now - turn.since < TURN_MS) return current;
  if (waiting.length > 0) return nextAlarm(current, now);
  const front = nextFront(current, scene);
  return { ...current, front, since: now, ...(front.kind === 'fire' && { lastFire: front.id }) };
}

function nextAlarm(turn: Turn, now: number): Turn {
  const [id, ...waiting] = turn.waiting;
  return id === undefined ? turn : { ...turn, front: { kind: 'alarm', id }, since: now, waiting };
}

/** One fire after the other, then the grid. After an alarm, the turns of the fires continue. */
function nextFront({ front, lastFire }: Turn, { fireIds }: Scene): Front {
  const after = lastFire === null ? 0 : fireIds.indexOf(lastFire) + 1;
  const isRound = after >= fireIds.length && front.kind !== 'grid';
  const id = isRound ? undefined : (fireIds[after] ?? fireIds[0]);
  return id === undefined ? GRID : { kind: 'fire', id };
}
