// The fire of an alarm, for components.

import { useCalmRecords, useServices } from '@lookout/web/shared/services.ts';
import { useMemo } from 'react';
import { type FireIdOf, fireIdBy } from './folding.ts';
import { memberRecords } from './member-records.ts';

/** Minimum interval between list renderings in a flood, instead of one rendering per alarm. */
export const CALM_MS = 250;

/** Returns a new function whenever an alarm moved to another fire. */
export function useFireIdOf(): FireIdOf {
  const { records } = useServices();
  const members = useCalmRecords(memberRecords, CALM_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list says that something has changed; single ones are looked up in the records
  return useMemo(() => fireIdBy(records(memberRecords)), [records, members]);
}
