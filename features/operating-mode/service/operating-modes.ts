// The operating modes in memory, because position reports look up the mode a thousand times a second. Reloaded whenever any server sets
// one.
import type { GridNo } from '@lookout/domain';
import type { Act } from '@lookout/server/acting/act.ts';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { type ChangeFeed, runOnChange } from '@lookout/server/services/changes.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Repositories, Store } from '../../store.ts';
import { type ModeSetting, modeInForce, type OperatingMode } from '../operating-mode.ts';

export interface OperatingModes {
  inForce(gridNo: GridNo): OperatingMode;
  stop(): Promise<void>;
}

interface OperatingModesDeps {
  readonly store: Pick<Store, 'operatingModes'>;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly log: Log;
}

/** Resolves when the modes are loaded. */
export async function watchOperatingModes({ store, changes, log }: OperatingModesDeps): Promise<OperatingModes> {
  let settings: ReadonlyMap<GridNo, ModeSetting> = new Map();
  const reading = runOnChange({
    changes,
    about: ['mode'],
    run: async () => {
      settings = new Map((await store.operatingModes.all()).map((setting) => [setting.gridNo, setting]));
    },
    failed: (error) => log.error({ err: error }, 'the operating modes cannot be read'),
  });
  await reading.wake();
  return { inForce: (gridNo) => modeInForce(gridNo, (no) => settings.get(no)), stop: () => reading.stop() };
}

/** Stores a setting, under `operatingModes.lock` of the same transaction. @returns its event */
export async function setMode(tx: Repositories, act: Act, current: ModeSetting | null, setting: ModeSetting): Promise<Happened> {
  await tx.operatingModes.save(setting);
  const { gridNo } = setting;
  const change = { kind: 'mode.set', payload: { setting, previous: current?.mode ?? 'daily' } } as const;
  return { event: eventOf(act, change, { objectId: gridNo, gridNo }), after: setting };
}
