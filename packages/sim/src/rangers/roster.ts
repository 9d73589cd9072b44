// The rangers of the demo: which account, and where each is at home. Dealt out over the counties of Aba as contract.md's accounts are.
import { RANGER_COUNT, rangerAccount } from '../accounts.ts';
import { countiesOf } from '../counties.ts';
import type { Settlement } from '../places.ts';

export interface RangerPost {
  readonly userName: string;
  readonly deviceId?: string;
  readonly home: Settlement;
}

/** Who comes second into a county walks around its second town, where it has one. */
export const roster: readonly RangerPost[] = Array.from({ length: RANGER_COUNT }, (_, index) => {
  const counties = countiesOf('aba');
  const { settlements } = counties[index % counties.length] as (typeof counties)[number];
  return { ...rangerAccount(index + 1), home: settlements[Math.floor(index / counties.length)] ?? settlements[0] };
});
