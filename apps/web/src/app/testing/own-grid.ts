// The grid of the officer at the desk, which the picker of every filter by grid asks for, and addresses that leave its names out.
import { contract } from '@lookout/features/contract.ts';
import { OFFICER } from './desk.tsx';
import type { Wire } from './wire.ts';

export function answerOwnGrid({ on }: Pick<Wire, 'on'>): void {
  const grid = { no: OFFICER.gridNo, name: OFFICER.gridName };
  on(contract.grid.gridTree, () => [{ ...grid, children: [] }]);
  on(contract.grid.grid, () => ({ ...grid, level: 'county' as const, fullName: grid.name, longitude: null, latitude: null }));
}
