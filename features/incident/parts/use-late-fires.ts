// 督办: the fires below this desk that no officer took on within their grid's time limit, longest wait first.

import type { GridNo } from '@lookout/domain';
import { useCalmRecords, useNow, useServices, useSession } from '@lookout/web/shared/services.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { isHandled } from '../../alarm/alarm.ts';
import { type FireAge, isLateFire } from '../../alarm/alarm-age.ts';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { ageBy, agingOf } from './aging.ts';
import { isOfBurningBy } from './burning.ts';
import { type FoldedFire, foldFires } from './folding.ts';
import { memberRecords } from './member-records.ts';
import { useFireIdOf } from './use-fires.ts';

export interface LateFire {
  readonly fire: FoldedFire;
  readonly age: FireAge;
}

/** Sufficient for a count. */
const EVERY_MS = 1_000;

export function useLateFires(): readonly LateFire[] {
  const services = useServices();
  const own = useSession().info?.userDTO.gridNo as GridNo | undefined;
  const alarms = useCalmRecords(alarmRecords, EVERY_MS);
  const fireIdOf = useFireIdOf();
  const policies = useStore(agingOf(services).store, (aging) => aging.policies);
  const now = useNow();
  return useMemo(() => {
    const members = services.records(memberRecords);
    const ageOf = ageBy({ policies, isOfBurning: isOfBurningBy(alarms, fireIdOf), evidenceOf: (id) => members.get(id)?.evidence, now });
    // Alarms of the desk's own grid are in its own queue.
    const open = alarms.filter(({ gridNo, response }) => gridNo !== own && !isHandled(response));
    return foldFires(open, fireIdOf)
      .flatMap((fire) => {
        const age = ageOf(fire.alarms);
        return age !== null && isLateFire(age, now) ? [{ fire, age }] : [];
      })
      .sort((a, b) => a.age.since.getTime() - b.age.since.getTime());
  }, [services, own, alarms, fireIdOf, policies, now]);
}
