// Answers the calls for the officer's own grid: the grid picker of every filter makes them, as do addresses that omit grid names.
import { contract } from '@lookout/features/contract.ts';
import { OFFICER } from './desk.tsx';
import type { Wire } from './wire.ts';

export function answerOwnGrid({ on }: Pick<Wire, 'on'>): void {
  const grid = { no: OFFICER.gridNo, name: OFFICER.gridName };
  on(contract.grid.gridTree, () => [{ ...grid, children: [] }]);
  on(contract.grid.grid, () => ({ ...grid, level: 'county' as const, fullName: grid.name, longitude: null, latitude: null }));
}

/** Answers the call for whether a grid takes part in second looks, which 摄像头设置 makes. */
export function answerSecondLook({ on }: Pick<Wire, 'on'>): void {
  const { gridNo, gridName } = OFFICER;
  on(contract.secondLook.secondLookSetting, () => ({
    gridNo,
    gridName,
    isOn: false,
    fromGridName: null,
    changedBy: null,
    changedAt: null,
  }));
}
