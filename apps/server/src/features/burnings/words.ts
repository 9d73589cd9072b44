// An application to burn as it travels.
import { formatTime, type WireBurning } from '@lookout/contract';
import { type Burning, burningPhase, type GridNo } from '@lookout/domain';

/** @param now decides whether the window of an approved one is yet to come, open, or over */
export const writeBurning = (burning: Burning, nameOf: (no: GridNo) => string | null, now: Date): WireBurning => ({
  id: burning.id,
  applicant: burning.applicant,
  phone: burning.phone,
  purpose: burning.purpose,
  position: { ...burning.position },
  gridNo: burning.gridNo,
  gridName: nameOf(burning.gridNo) ?? burning.gridNo,
  address: burning.address,
  startTime: formatTime(burning.startsAt),
  endTime: formatTime(burning.endsAt),
  area: burning.areaHectares,
  peopleCount: burning.peopleCount,
  measures: burning.measures,
  state: burning.state,
  phase: burningPhase(burning, now),
  createUser: burning.createdBy,
  createTime: formatTime(burning.createdAt),
  reviewUser: burning.reviewedBy,
  reviewTime: burning.reviewedAt && formatTime(burning.reviewedAt),
  reviewNote: burning.reviewNote,
});
