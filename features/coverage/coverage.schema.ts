// The schemas of coverage.
import { gridNo, numeric, position, schemaOf, sentPosition } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import {
  COVERAGE_PICTURES,
  type CoverageFigures,
  type CoverageTrial,
  type GridCoverage,
  type MastCoverage,
  MOST_MAST_METRES,
  MOST_RANGE_METRES,
  type SeenForest,
  TARGET_METRES,
  UNCOUNTED_REASONS,
} from './coverage.ts';

export const sentMastMetres = numeric(z.number().gt(0).max(MOST_MAST_METRES));
export const sentRangeMetres = numeric(z.number().min(100).max(MOST_RANGE_METRES));
export const sentVisibilityMetres = numeric(z.number().min(100).max(MOST_RANGE_METRES));
export const sentTargetMetres = numeric(z.number()).pipe(z.literal(TARGET_METRES));

const seenForest = schemaOf<SeenForest>()(
  z.object({
    targetMetres: z.literal(TARGET_METRES),
    seenHectares: z.number(),
    locatedHectares: z.number(),
    blindHectares: z.number(),
    blindWeightedShare: z.number().nullable(),
  }),
);

export const gridCoverage = schemaOf<Named<GridCoverage>>()(
  z.object({
    gridNo,
    gridName: z.string(),
    masts: z.number(),
    landHectares: z.number(),
    forestHectares: z.number(),
    unknownHectares: z.number(),
    dangerDay: z.string().nullable(),
    byHeight: z.array(seenForest),
    ellipse: z.object({ medianMetres: z.number(), worstTenthMetres: z.number() }).nullable(),
  }),
);

export const coverageFigures = schemaOf<Omit<CoverageFigures, 'rows'> & { readonly rows: readonly Named<GridCoverage>[] }>()(
  z.object({ rows: z.array(gridCoverage), pendingCounties: z.number(), visibilityMetres: z.number().nullable() }),
);

const azimuthSector = z.object({ fromDegrees: z.number(), toDegrees: z.number() });

export const mastCoverage = schemaOf<Named<MastCoverage>>()(
  z.object({
    id: z.uuid(),
    kind: z.enum(['monitoring-point', 'camera']),
    name: z.string(),
    gridNo,
    gridName: z.string(),
    position,
    mastMetres: z.number(),
    rangeMetres: z.number(),
    sectors: z.array(azimuthSector),
    cameraIds: z.array(z.uuid()),
    uncounted: z.enum(UNCOUNTED_REASONS).nullable(),
    seenHectares: z.array(z.number()),
    seenForestHectares: z.array(z.number()),
  }),
);

/** A picture on the globe, north up, and the meaning of its colours. */
export const coveragePicture = z.object({
  /** Changes whenever the picture does. */
  version: z.string(),
  show: z.enum([...COVERAGE_PICTURES, 'viewshed', 'trial']),
  cellMetres: z.number(),
  columns: z.number(),
  rows: z.number(),
  /** Outer edges, degrees. */
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
  /** PNG as a data URL, one pixel per cell, transparent where there is no class. */
  image: z.string(),
  /** The colour and the area of each class, in the order of the classes. */
  legend: z.array(z.object({ class: z.string(), colour: z.string(), hectares: z.number() })),
  /** Whether the elevations are measured. */
  ground: z.enum(['demo', 'imported', 'mixed', 'none']),
});

export const trialMast = z.object({
  replaces: z.uuid().nullable(),
  position: sentPosition,
  mastMetres: sentMastMetres,
  rangeMetres: sentRangeMetres,
});

export const coverageTrial = schemaOf<CoverageTrial>()(
  z.object({
    before: z.array(seenForest),
    after: z.array(seenForest),
    gainedHectares: z.array(z.number()),
    lostHectares: z.array(z.number()),
  }),
);

/** Of the masts and the ground: desks fetch anew what they show of another version. */
export const coverageVersion = z.object({ version: z.string() });
