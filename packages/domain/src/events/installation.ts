// What can happen to what an installation is set up with: monitoring points, what is brought in as a whole (resources, places, ground), settings.
import type { MonitoringPoint } from '../camera.ts';
import type { OccurrencesOf } from './event.ts';

export interface MonitoringPointPayloads {
  /** Set up, or changed: as it stands since then. */
  'monitoring-point.saved': { readonly monitoringPoint: MonitoringPoint };
  'monitoring-point.removed': Readonly<Record<never, never>>;
}
export type MonitoringPointEvent = OccurrencesOf<MonitoringPointPayloads>;

/** @returns the monitoring point after the event; null: it was taken away */
export const applyToMonitoringPoint = (_monitor: MonitoringPoint | null, event: MonitoringPointEvent): MonitoringPoint | null =>
  event.kind === 'monitoring-point.saved' ? event.payload.monitoringPoint : null;

/** Data that comes in batches. Each is the object of its events by this name. `places`: grids, seats and boundaries. */
export const REGISTERS = ['resources', 'places', 'ground'] as const;
export type Register = (typeof REGISTERS)[number];

export interface RegisterPayloads {
  /** `count`: how many of its entries were new, changed or taken away. The entries themselves are not in the log. */
  'register.changed': { readonly count: number };
}

export interface SettingPayloads {
  /** Under its key as the object. The value may be secret, and is not in the log. */
  'setting.changed': Readonly<Record<never, never>>;
}
