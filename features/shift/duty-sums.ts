// The totals of a grid's duty (态势汇总): waiting alarms, burning fires, people out. They are computed in one place
// (`features/shift/service/duty-sums` of the server); the wall (大屏) and the strip of the monitor show them in this order.

export const DUTY_SUMS = ['unjudged', 'burning', 'burningHectares', 'closedToday', 'openTasks', 'peopleOut', 'warnings'] as const;
export type DutySum = (typeof DUTY_SUMS)[number];

export interface DutySums {
  /** Alarms that wait to be judged, counted as for a shift: an alarm that has joined a fire in progress does not wait. */
  readonly unjudged: number;
  /** Fires in progress: several alarms of one fire count once. */
  readonly burning: number;
  /** Hectares of the fires whose area is known or forecast (`areaOfFire`); null: no such fire. */
  readonly burningHectares: number | null;
  /** Fires closed since midnight in Beijing that are no longer burning. */
  readonly closedToday: number;
  /** Neither done nor cancelled; null: hidden from this reader. */
  readonly openTasks: number | null;
  /** Rangers whose phones have sent a position within `RANGER_SILENT_AFTER_MS`; null: hidden from this reader. */
  readonly peopleOut: number | null;
  /** Fire-danger warnings that are neither lifted nor expired. */
  readonly warnings: number;
}

export interface FireArea {
  readonly hectares: number;
  /** `observed`: drawn, entered by an officer, or reported by a satellite feed; `forecast`: a model's estimate. */
  readonly basis: 'observed' | 'forecast';
}

/** The current area of a fire: the largest observed area, otherwise that of its newest forecast. */
export function areaOfFire(seenHectares: readonly number[], forecastHectares: number | null): FireArea | null {
  if (seenHectares.length > 0) return { hectares: Math.max(...seenHectares), basis: 'observed' };
  return forecastHectares === null ? null : { hectares: forecastHectares, basis: 'forecast' };
}
