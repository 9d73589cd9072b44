// Which acts a popup offers for an alarm as it stands, to this officer: a table, in the order of the buttons.
import type { WireAlarm, WireKind } from '@lookout/contract';
import { type GridNo, levelOf, NATION, type RightCode } from '@lookout/domain';
import { isInProgress } from '../../../globe/marks.ts';

export type ActionId =
  | 'acknowledge'
  | 'take-over'
  | 'judge'
  | 'dispatch'
  | 'push'
  | 'push-on'
  | 'push-smoke'
  | 'handle'
  | 'close'
  | 'correct'
  | 'withdraw'
  | 'move'
  | 'delete';

export interface Officer {
  readonly userId: string;
  readonly gridNo: GridNo;
  readonly rights: ReadonlySet<RightCode>;
}

interface Action {
  readonly id: ActionId;
  readonly right: RightCode;
  readonly kinds: readonly WireKind[];
  readonly when: (alarm: WireAlarm, officer: Officer) => boolean;
  /** Rare ones stand in the menu behind the row. */
  readonly rare?: true;
}

/** Specification §4: smoke alarms offer only a push; a danger check is put right, not judged. */
const FIRES: readonly WireKind[] = ['satellite', 'monitor', 'report'];
const CHECKS_TOO: readonly WireKind[] = [...FIRES, 'danger'];

/** Grids with somebody below and somebody above them. */
const MIDDLE: ReadonlySet<string> = new Set(['province', 'prefecture']);

const isUnjudged = ({ isReal }: WireAlarm) => isReal === null;

const ACTIONS: readonly Action[] = [
  {
    id: 'acknowledge',
    right: 'bpAlarm',
    kinds: CHECKS_TOO,
    when: ({ isReal, acknowledgedById }) => isReal !== 0 && acknowledgedById === null,
  },
  {
    id: 'take-over',
    right: 'bpAlarm',
    kinds: CHECKS_TOO,
    when: ({ isReal, acknowledgedById }, { userId }) => isReal !== 0 && acknowledgedById !== null && acknowledgedById !== userId,
  },
  { id: 'judge', right: 'bpAlarm', kinds: FIRES, when: isUnjudged },
  { id: 'dispatch', right: 'bpRecord', kinds: CHECKS_TOO, when: ({ isReal }) => isReal !== 0 },
  { id: 'push', right: 'bpAlarm', kinds: FIRES, when: ({ isPut }, { gridNo }) => isPut === 0 && gridNo !== NATION },
  { id: 'push-smoke', right: 'bpAlarm', kinds: ['smoke'], when: ({ isHandle, isPut }) => isHandle === 0 && isPut === 0 },
  // Also after somebody was sent: the danger itself is still there.
  { id: 'handle', right: 'bpAlarm', kinds: ['danger'], when: (alarm) => alarm.kind === 'danger' && alarm.status === 0 },
  { id: 'close', right: 'bpAlarm', kinds: FIRES, when: isInProgress },
  { id: 'correct', right: 'bpAlarm', kinds: FIRES, when: (alarm) => !isUnjudged(alarm), rare: true },
  // What came up from below may be passed on further up.
  {
    id: 'push-on',
    right: 'bpAlarm',
    kinds: FIRES,
    when: ({ isPut }, { gridNo }) => isPut === 1 && MIDDLE.has(levelOf(gridNo)),
    rare: true,
  },
  { id: 'withdraw', right: 'bpAlarm', kinds: FIRES, when: ({ isPut }) => isPut === 1, rare: true },
  { id: 'move', right: 'bpAlarm', kinds: ['monitor'], when: () => true, rare: true },
];
/** An administrator deletes a closed one too. */
const DELETE: Action = { id: 'delete', right: 'adminDelete', kinds: ['monitor', 'smoke'], when: () => true, rare: true };

export interface Offer {
  readonly row: readonly ActionId[];
  readonly menu: readonly ActionId[];
}

/** @param fromTask opened from a task: no fire actions (specification §4) */
export function offerFor(alarm: WireAlarm, officer: Officer, fromTask: boolean): Offer {
  if (fromTask) return { row: [], menu: [] };
  const open = [...(alarm.closeTime === null ? ACTIONS : []), DELETE].filter(
    ({ right, kinds, when }) => officer.rights.has(right) && kinds.includes(alarm.kind) && when(alarm, officer),
  );
  const ids = (rare: boolean) => open.filter((action) => (action.rare ?? false) === rare).map(({ id }) => id);
  return { row: ids(false), menu: ids(true) };
}
