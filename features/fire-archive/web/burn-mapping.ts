// The page's logic of a burned area from satellite pictures: the files and their days, and the area at a threshold. Pure.

import { type BurnPictureRole, LEAST_BURN_THRESHOLD } from '../burn-severity.ts';
import type { BurnMappingOutline, BurnMappingRun } from '../fire-archive.schema.ts';
import type { AssessmentDraft } from '../fire-archive.ts';

export type ChosenPictures = Readonly<Partial<Record<BurnPictureRole, File>>>;

export type PictureSet = 'two' | 'four';

export const ROLES_OF: Readonly<Record<PictureSet, readonly BurnPictureRole[]>> = {
  two: ['before', 'after'],
  four: ['before-nir', 'before-swir', 'after-nir', 'after-swir'],
};

/** Names of satellite products carry the day: S2A_MSIL2A_20260301T034…, LC08_…_20260301_…. */
const DAY = /(?:^|\D)(20\d{2})-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(?=\D|$)/;

/** @returns YYYY-MM-DD; null: the name contains no day */
export function dayInName(name: string): string | null {
  const [, year, month, day] = DAY.exec(name) ?? [];
  return year && month && day ? `${year}-${month}-${day}` : null;
}

const STEPS_PER_UNIT = 100;

/** Hectares that reach the threshold, specks included. The run already contains them, so no request is needed. */
export function hectaresAbove({ hectaresAbove: steps }: NonNullable<BurnMappingRun['result']>, threshold: number): number {
  return steps[Math.round((threshold - LEAST_BURN_THRESHOLD) * STEPS_PER_UNIT)] ?? 0;
}

export interface BurnChoice {
  readonly files: ChosenPictures;
  readonly beforeDay: string | null;
  readonly afterDay: string | null;
  readonly threshold: number;
  readonly leastHectares: number;
}

const LONGEST_NAME = 200;
const LONGEST_SOURCE = 500;

/** The outline as the burned area of a draft, including what it was computed from. */
export function burnedOf(
  { polygons, patches }: BurnMappingOutline,
  { files, beforeDay, afterDay, threshold, leastHectares }: BurnChoice,
): NonNullable<AssessmentDraft['burned']> {
  const named = (date: 'before' | 'after'): string[] =>
    Object.entries(files).flatMap(([role, file]) => (file && role.startsWith(date) ? [file.name.slice(0, LONGEST_NAME)] : []));
  const [before, after] = [named('before'), named('after')];
  return {
    polygons,
    method: 'satellite',
    source: [...before, ...after].join(', ').slice(0, LONGEST_SOURCE),
    mapping: { before: { files: before, day: beforeDay }, after: { files: after, day: afterDay }, threshold, leastHectares, patches },
  };
}
