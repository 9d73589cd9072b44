// How long a fire has waited and who is on duty at its desk, as texts for the queue and the popup.

import { type GridNo, MINUTE_MS } from '@lookout/domain';
import { useServices } from '@lookout/web/shared/services.ts';
import { useStore } from 'zustand';
import type { AgeStep } from '../../alarm/alarm-age.ts';
import { agingOf, dutyOfficerOf } from '../../incident/parts/aging.ts';
import { useMessages } from './messages.ts';

const MINUTES_AN_HOUR = 60;
const HOURS_A_DAY = 24;

/** `未接警 12 分钟`, `超时未接警 2 小时`; whole units, rounded down. */
export function useWaitText(): (step: AgeStep, since: Date, now: number) => string {
  const { age } = useMessages();
  return (step, since, now) => {
    const minutes = Math.max(0, Math.floor((now - since.getTime()) / MINUTE_MS));
    const hours = Math.floor(minutes / MINUTES_AN_HOUR);
    const wait = hours === 0 ? age.minutes(minutes) : hours < HOURS_A_DAY ? age.hours(hours) : age.days(Math.floor(hours / HOURS_A_DAY));
    return step === 'late' ? age.late(wait) : age.due(wait);
  };
}

/** The officer on duty at the county's desk; null: none. */
export function useDutyOfficer(gridNo: GridNo): string | null {
  return useStore(agingOf(useServices()).store, (aging) => dutyOfficerOf(aging, gridNo));
}
