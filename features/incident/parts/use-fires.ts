// Of which fire an alarm is, for components.

import { useCalmRecords, useServices } from '@lookout/web/shared/services.ts';
import { useMemo } from 'react';
import { type FireIdOf, fireIdBy } from './folding.ts';
import { memberRecords } from './member-records.ts';

/** In a flood a list is drawn anew so often, not for each alarm. */
export const CALM_MS = 250;

/** Another function whenever an alarm went to another fire. */
export function useFireIdOf(): FireIdOf {
  const { records } = useServices();
  const members = useCalmRecords(memberRecords, CALM_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list says that something has changed; single ones are looked up in the records
  return useMemo(() => fireIdBy(records(memberRecords)), [records, members]);
}
