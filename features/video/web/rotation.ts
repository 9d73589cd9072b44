// 轮巡: a group of cameras shown on the wall in turn, as many at once as the wall has tiles. Pure; the page stores the state and runs the
// timer.

export const DWELLS = [5, 10, 15, 30, 60, 120] as const;
export type Dwell = (typeof DWELLS)[number];

export interface Rotation {
  /** The cameras of the group, in the order shown. */
  readonly cameraIds: readonly string[];
  /** How long each round is shown, seconds. */
  readonly dwell: Dwell;
  /** `off`: the wall shows the cameras that the officer has put on it. */
  readonly state: 'off' | 'running' | 'paused';
  /** Index in the group of the first camera shown. */
  readonly at: number;
}

export const NO_ROTATION: Rotation = { cameraIds: [], dwell: 15, state: 'off', at: 0 };

/** The fields of a listed camera that a rotation needs. */
interface Listed {
  readonly id: string;
  readonly online: boolean;
}

/** The cameras of the group that still exist. Offline ones are skipped while any is online. */
export function presentOf<C extends Listed>({ cameraIds }: Pick<Rotation, 'cameraIds'>, cameras: ReadonlyMap<string, C>): readonly C[] {
  const known = cameraIds.flatMap((id) => cameras.get(id) ?? []);
  const online = known.filter((camera) => camera.online);
  return online.length > 0 ? online : known;
}

/** The cameras in the tiles; null: empty. The last round may leave tiles empty, so that no camera is shown twice at once. */
export const roundOf = <C>(present: readonly C[], at: number, tiles: number): readonly (C | null)[] =>
  Array.from({ length: tiles }, (_, tile) => present[begunAt(present.length, at, tiles) + tile] ?? null);

/** Index at which the round that contains this index begins. */
const begunAt = (count: number, at: number, tiles: number): number => (at < count ? at - (at % tiles) : 0);

/** Switches to the next round, after the last one to the first. */
export function advanced(rotation: Rotation, count: number, tiles: number): Rotation {
  const next = begunAt(count, rotation.at, tiles) + tiles;
  return { ...rotation, at: next < count ? next : 0 };
}

/** Number of the current round and of all rounds (“2 of 5”). A rotation that fits on the wall has one round. */
export const roundsOf = (count: number, at: number, tiles: number): { readonly number: number; readonly count: number } => ({
  number: begunAt(count, at, tiles) / tiles + 1,
  count: Math.max(1, Math.ceil(count / tiles)),
});

export const writeRotation = (rotation: Rotation): string => JSON.stringify(rotation);

/** The stored rotation, with its state unchanged. An unreadable value means no rotation. */
export function readRotation(text: string | null): Rotation {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '');
  } catch {
    return NO_ROTATION;
  }
  const { cameraIds, dwell, state, at } = (stored ?? {}) as { [K in keyof Rotation]?: unknown };
  const ids = Array.isArray(cameraIds) ? cameraIds.filter((id) => typeof id === 'string') : [];
  return {
    cameraIds: ids,
    dwell: DWELLS.find((seconds) => seconds === dwell) ?? NO_ROTATION.dwell,
    state: ids.length > 0 && (state === 'running' || state === 'paused') ? state : 'off',
    at: typeof at === 'number' && Number.isInteger(at) && at >= 0 ? at : 0,
  };
}
