// The kinds of alarms, by their names on the wire.

export const WIRE_KINDS = ['satellite', 'monitor', 'report', 'smoke', 'danger'] as const;
export type WireKind = (typeof WIRE_KINDS)[number];
