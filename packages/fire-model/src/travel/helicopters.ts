// Helicopters that fight forest fires in China, and their travel time: straight from their base to a landing point.

export const HELICOPTER_KINDS = ['mi-171', 'mi-26', 'ka-32', 'as350', 'ac313'] as const;
export type HelicopterKind = (typeof HELICOPTER_KINDS)[number];

export interface Helicopter {
  readonly kind: HelicopterKind;
  readonly name: { readonly zh: string; readonly en: string };
  /** Cruising speed. */
  readonly kilometresPerHour: number;
  /** Minutes from the order to take-off, plus those from above the landing point to people on the ground. */
  readonly startMinutes: number;
  readonly landingMinutes: number;
  /** Source of the row. */
  readonly source: string;
  /** Whether the row is 待核对. */
  readonly toConfirm: boolean;
}

const helicopter = (kind: HelicopterKind, zh: string, en: string, kilometresPerHour: number): Helicopter => ({
  kind,
  name: { zh, en },
  kilometresPerHour,
  startMinutes: 15,
  landingMinutes: 5,
  source: '厂家巡航速度；起飞与着陆时间为假定',
  toConfirm: true,
});

export const HELICOPTERS: readonly Helicopter[] = [
  helicopter('mi-171', '米-171', 'Mi-171', 230),
  helicopter('mi-26', '米-26', 'Mi-26', 255),
  helicopter('ka-32', '卡-32', 'Ka-32', 205),
  helicopter('as350', 'AS350', 'AS350', 225),
  helicopter('ac313', 'AC313', 'AC313', 250),
];

const helicopterOf = new Map(HELICOPTERS.map((row) => [row.kind, row]));

/** Seconds from the order until people stand at the landing point. */
export function flightSeconds(kind: HelicopterKind, metres: number): number {
  const { kilometresPerHour, startMinutes, landingMinutes } = helicopterOf.get(kind) as Helicopter;
  return (startMinutes + landingMinutes) * 60 + (metres / 1000 / kilometresPerHour) * 3_600;
}
