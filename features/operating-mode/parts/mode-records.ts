// The operating modes known to this browser: those of its own grid and of every grid above, updated live, and those set below it.
import { type GridNo, type Named, parseGridNo } from '@lookout/domain';
import { type Services, useRecords, useServices, useSession } from '@lookout/web/shared/services.ts';
import { liveRecords } from '@lookout/web/stores/live-records.ts';
import { intervalIn, type ModeSetting, modeInForce, type OperatingMode, settingInForce } from '../operating-mode.ts';

export const modeRecords = liveRecords<Named<ModeSetting>>({
  key: ({ gridNo }) => gridNo,
  order: (a, b) => (a.gridNo < b.gridNo ? -1 : 1),
  load: (client, quietly) => client.operatingMode.modeList(quietly),
  right: 'watch-alarms',
  isWhole: true,
  past: ({ modes }) => modes,
  effects: { 'mode-changed': ({ setting }) => [{ put: setting }] },
});

export const useOwnGridNo = (): GridNo | null => parseGridNo(useSession().info?.userDTO.gridNo);

/** The setting that applies to this user's grid; null: nothing is set, so it is daily duty. */
export function useSettingInForce(): Named<ModeSetting> | null {
  const own = useOwnGridNo();
  const records = useServices().records(modeRecords);
  useRecords(modeRecords);
  return own && (settingInForce(own, records.get) as Named<ModeSetting> | null);
}

/** Daily if no mode is set. */
export function operatingModeOf({ session, records }: Pick<Services, 'session' | 'records'>): OperatingMode {
  const own = parseGridNo(session.get().info?.userDTO.gridNo);
  return own === null ? 'daily' : modeInForce(own, records(modeRecords).get);
}

export function useOperatingMode(): OperatingMode {
  useSession();
  useRecords(modeRecords);
  return operatingModeOf(useServices());
}

/** The polling interval of a picture: half as long in an emergency. @param milliseconds in daily duty */
export const usePictureInterval = (milliseconds: number): number => intervalIn(useOperatingMode(), milliseconds);
