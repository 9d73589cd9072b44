// The tag 属于在燃火情 next to an alarm.

import { useCalmRecords } from '@lookout/web/shared/services.ts';
import { useMemo } from 'react';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { type IsOfBurning, isOfBurningBy } from './burning.ts';
import { useIncidentMessages } from './messages.ts';
import { CALM_MS, useFireIdOf } from './use-fires.ts';

/** Returns a new function whenever an alarm of this desk has changed. */
export function useIsOfBurning(): IsOfBurning {
  const alarms = useCalmRecords(alarmRecords, CALM_MS);
  const fireIdOf = useFireIdOf();
  return useMemo(() => isOfBurningBy(alarms, fireIdOf), [alarms, fireIdOf]);
}

export function BurningTag() {
  const { ofBurning, ofBurningHint } = useIncidentMessages();
  return (
    <span className="tag row-tag" data-state="of-burning" title={ofBurningHint}>
      {ofBurning}
    </span>
  );
}
