// Applications to burn (用火报备) on the wire.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WireBurning } from './burning.calls.ts';
import { type Burning, type BurningDraft, burningPhase } from './burning.ts';

/** @param now decides the phase of an approved application */
export const writeBurning = (burning: Burning, nameOf: GridNames, now: Date): WireBurning => ({
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

/** The inverse of `writeBurning`, to the second. The phase is not read, because it follows from the clock. */
export const readBurning = (w: WireBurning): Named<Burning> => ({
  id: w.id,
  applicant: w.applicant,
  phone: w.phone,
  purpose: w.purpose,
  position: w.position,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  address: w.address,
  startsAt: readTime(w.startTime),
  endsAt: readTime(w.endTime),
  areaHectares: w.area,
  peopleCount: w.peopleCount,
  measures: w.measures,
  state: w.state,
  createdBy: w.createUser,
  createdAt: readTime(w.createTime),
  reviewedBy: w.reviewUser,
  reviewedAt: w.reviewTime === null ? null : readTime(w.reviewTime),
  reviewNote: w.reviewNote,
});

/** The body of `createBurning`. */
export const writeBurningDraft = ({ startsAt, endsAt, areaHectares, ...draft }: BurningDraft) => ({
  ...draft,
  startTime: formatTime(startsAt),
  endTime: formatTime(endsAt),
  area: areaHectares,
});

/** Fields that have another name on the wire, for refusals. */
export const burningFieldsOfWire = { startTime: 'startsAt', endTime: 'endsAt', area: 'areaHectares' } as const satisfies Record<
  string,
  keyof BurningDraft
>;

/** Readers for the replies of calls, by the reader name that a call's row gives. */
export const burningReaders = {
  burning: readBurning,
} as const;
