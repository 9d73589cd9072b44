import { covers, eventObject, type GridNo, lineage, type OccurrencesOf } from '@lookout/domain';

/** 日常, 应急, 演练. */
export const OPERATING_MODES = ['daily', 'emergency', 'simulation'] as const;
export type OperatingMode = (typeof OPERATING_MODES)[number];

/** The mode set for one grid. A grid without a setting inherits the mode above. */
export interface ModeSetting {
  readonly gridNo: GridNo;
  readonly mode: OperatingMode;
  readonly reason: string;
  /** A full name. */
  readonly setBy: string;
  readonly setAt: Date;
  /** Counts the settings of this grid from 1. A change names the version that the user saw (0: none). */
  readonly version: number;
  /** The exercise that runs while the mode is `simulation`. */
  readonly exerciseId: string | null;
}

export interface ModePayloads {
  'mode.set': { readonly setting: ModeSetting; readonly previous: OperatingMode };
}

/** States which of two settings applies to a grid: its own, or the one inherited from above. */
type Winner = 'own' | 'above';

/**
 * By the grid's own mode, then by the mode above: an emergency above applies to every grid below; any other mode above yields to a grid's
 * own setting.
 */
const WINNER: { readonly [Own in OperatingMode]: { readonly [Above in OperatingMode]: Winner } } = {
  daily: { daily: 'own', emergency: 'above', simulation: 'own' },
  emergency: { daily: 'own', emergency: 'own', simulation: 'own' },
  simulation: { daily: 'own', emergency: 'above', simulation: 'own' },
};

/**
 * The setting that applies to a grid, evaluated from the nation downwards.
 * @param settingOf the setting of exactly this grid; null or undefined: none
 * @returns null: neither this grid nor one above has a setting, so its mode is daily
 */
export function settingInForce(gridNo: GridNo, settingOf: (no: GridNo) => ModeSetting | null | undefined): ModeSetting | null {
  return lineage(gridNo).reduceRight<ModeSetting | null>((above, no) => {
    const own = settingOf(no) ?? null;
    if (own === null || above === null) return own ?? above;
    return WINNER[own.mode][above.mode] === 'own' ? own : above;
  }, null);
}

/** Whether a setting concerns a user of grid `own`: it applies to that grid, or was set below it. */
export const concernsDesk = (setting: Pick<ModeSetting, 'gridNo'>, own: GridNo): boolean =>
  covers(setting.gridNo, own) || covers(own, setting.gridNo);

/** @returns the effective mode; daily where nothing is set */
export const modeInForce = (gridNo: GridNo, settingOf: (no: GridNo) => ModeSetting | null | undefined): OperatingMode =>
  settingInForce(gridNo, settingOf)?.mode ?? 'daily';

/** In an emergency some polling is twice as fast: pictures, and the positions of rangers (15 s → 7.5 s). */
const EMERGENCY_PACE = 2;

/** A polling interval. @param milliseconds in daily duty */
export const intervalIn = (mode: OperatingMode, milliseconds: number): number =>
  mode === 'emergency' ? milliseconds / EMERGENCY_PACE : milliseconds;

export type ModeEvent = OccurrencesOf<ModePayloads>;

/** @returns the setting after the event; the object id is the grid's number */
export const applyToMode = (_setting: ModeSetting | null, { payload }: ModeEvent): ModeSetting => payload.setting;

export const modeObject = eventObject<ModePayloads, ModeSetting>()({
  apply: applyToMode,
  keeping: {
    'mode.set': 'until-next-state',
  },
});
