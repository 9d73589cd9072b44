import { covers, eventObject, type GridNo, lineage, type OccurrencesOf } from '@lookout/domain';

/** 日常, 应急, 演练. */
export const OPERATING_MODES = ['daily', 'emergency', 'simulation'] as const;
export type OperatingMode = (typeof OPERATING_MODES)[number];

/** The mode that was set for one grid. Without a setting a grid follows the one above. */
export interface ModeSetting {
  readonly gridNo: GridNo;
  readonly mode: OperatingMode;
  readonly reason: string;
  /** A full name. */
  readonly setBy: string;
  readonly setAt: Date;
  /** Counts the settings of this grid from 1; who changes a mode names the version that was seen (0: none). */
  readonly version: number;
  /** The exercise that runs while the mode is `simulation`. */
  readonly exerciseId: string | null;
}

export interface ModePayloads {
  'mode.set': { readonly setting: ModeSetting; readonly previous: OperatingMode };
}

/** Which of two applies to a grid: its own, or the one that comes down from above. */
type Winner = 'own' | 'above';

/** By the own mode, then by the one above: an emergency above reaches everybody; anything else above gives way to what a grid has set itself. */
const WINNER: { readonly [Own in OperatingMode]: { readonly [Above in OperatingMode]: Winner } } = {
  daily: { daily: 'own', emergency: 'above', simulation: 'own' },
  emergency: { daily: 'own', emergency: 'own', simulation: 'own' },
  simulation: { daily: 'own', emergency: 'above', simulation: 'own' },
};

/**
 * The setting that applies to a grid, worked out from the nation downwards.
 * @param settingOf the setting of exactly this grid; null or undefined: none
 * @returns null: nothing is set for it or above it, so its mode is daily
 */
export function settingInForce(gridNo: GridNo, settingOf: (no: GridNo) => ModeSetting | null | undefined): ModeSetting | null {
  return lineage(gridNo).reduceRight<ModeSetting | null>((above, no) => {
    const own = settingOf(no) ?? null;
    if (own === null || above === null) return own ?? above;
    return WINNER[own.mode][above.mode] === 'own' ? own : above;
  }, null);
}

/** A setting concerns a desk when it applies to its grid, or was made below it. */
export const concernsDesk = (setting: Pick<ModeSetting, 'gridNo'>, own: GridNo): boolean =>
  covers(setting.gridNo, own) || covers(own, setting.gridNo);

/** @returns the mode in force; daily where nothing is set */
export const modeInForce = (gridNo: GridNo, settingOf: (no: GridNo) => ModeSetting | null | undefined): OperatingMode =>
  settingInForce(gridNo, settingOf)?.mode ?? 'daily';

/** What goes faster in an emergency goes twice as fast: pictures, and the positions of rangers (15 s → 7.5 s). */
const EMERGENCY_PACE = 2;

/** The interval of something that is asked for again and again. @param milliseconds in daily duty */
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
