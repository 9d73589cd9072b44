// The arrow keys that are down, as a direction; two neighbours are the diagonal between them, opposites cancel each other.
import type { PtzAct, PtzDirection } from '@lookout/domain';

type Upright = 'up' | 'down' | null;
type Sideways = 'left' | 'right' | null;

const LENS_KEYS: Readonly<Record<string, PtzAct>> = { '+': 'zoom-in', '=': 'zoom-in', '-': 'zoom-out' };

/** @param down names of keys as events give them; @returns null: none of ours */
export function actOfKeys(down: ReadonlySet<string>): PtzAct | null {
  const upright: Upright = one(down.has('ArrowUp'), down.has('ArrowDown'), 'up', 'down');
  const sideways: Sideways = one(down.has('ArrowLeft'), down.has('ArrowRight'), 'left', 'right');
  if (upright !== null || sideways !== null) return [upright, sideways].filter(Boolean).join('-') as PtzDirection;
  for (const key of down) if (LENS_KEYS[key]) return LENS_KEYS[key];
  return null;
}

export const isSteeringKey = (key: string): boolean => key.startsWith('Arrow') || key in LENS_KEYS;

const one = <A, B>(first: boolean, second: boolean, a: A, b: B): A | B | null => (first === second ? null : first ? a : b);
