// The sums of a grid's duty (态势汇总): what waits, what burns, who is out. One place computes them (`features/shift/service/duty-sums` of the server); the wall (大屏) and the
// strip of the monitor show them in this order.

export const DUTY_SUMS = ['unjudged', 'burning', 'burningHectares', 'closedToday', 'openTasks', 'peopleOut', 'warnings'] as const;
export type DutySum = (typeof DUTY_SUMS)[number];

export interface DutySums {
  /** Alarms that wait to be judged, as a shift counts them: what has joined a fire in progress does not wait. */
  readonly unjudged: number;
  /** Fires in progress: several alarms of one fire count once. */
  readonly burning: number;
  /** Hectares of those whose area is known or forecast (`areaOfFire`); null: of none. */
  readonly burningHectares: number | null;
  /** Fires that were closed since midnight in Beijing and do not burn any more. */
  readonly closedToday: number;
  /** Neither done nor cancelled; null: not to be seen by this reader. */
  readonly openTasks: number | null;
  /** Rangers whose phones have sent a position within `RANGER_SILENT_AFTER_MS`; null: not to be seen by this reader. */
  readonly peopleOut: number | null;
  /** Fire-danger warnings neither lifted nor over. */
  readonly warnings: number;
}

export interface FireArea {
  readonly hectares: number;
  /** `observed`: drawn, entered by an officer, or told by a satellite feed; `forecast`: a model's word. */
  readonly basis: 'observed' | 'forecast';
}

/** How large a fire is now: the largest that anybody has seen, or else what its newest forecast says. */
export function areaOfFire(seenHectares: readonly number[], forecastHectares: number | null): FireArea | null {
  if (seenHectares.length > 0) return { hectares: Math.max(...seenHectares), basis: 'observed' };
  return forecastHectares === null ? null : { hectares: forecastHectares, basis: 'forecast' };
}
