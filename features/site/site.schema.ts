// The schemas of the choice of sites.
import { gridNo, position, schemaOf, text, time, whyRefused } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { TARGET_METRES } from '../coverage/coverage.ts';
import {
  CANDIDATE_SOURCES,
  type CandidatePlace,
  type ChosenSite,
  SITE_FAILURES,
  SITE_STATES,
  type SiteQuestion,
  type SiteResult,
  type SiteSearch,
} from './site.ts';

export const candidatePlace = schemaOf<CandidatePlace>()(z.object({ name: z.string(), position }));

const siteQuestion = schemaOf<Named<SiteQuestion>>()(
  z.object({
    gridNo,
    gridName: z.string(),
    count: z.number(),
    mastMetres: z.number(),
    rangeMetres: z.number(),
    targetMetres: z.literal(TARGET_METRES),
    source: z.enum(CANDIDATE_SOURCES),
    spacingMetres: z.number().nullable(),
  }),
);

const chosenSite = schemaOf<ChosenSite>()(
  z.object({
    name: z.string(),
    position,
    groundMetres: z.number(),
    addedHectares: z.number(),
    addedWeight: z.number(),
    roadMetres: z.number().nullable(),
  }),
);

const siteResult = schemaOf<SiteResult>()(
  z.object({
    candidates: z.number(),
    outside: z.number(),
    withoutElevation: z.number(),
    masts: z.number(),
    forestHectares: z.number(),
    forestWeight: z.number(),
    seenHectares: z.number(),
    seenWeight: z.number(),
    dangerDay: z.string().nullable(),
    chosen: z.array(chosenSite),
  }),
);

export const siteSearch = schemaOf<Omit<SiteSearch, 'question'> & { readonly question: Named<SiteQuestion> }>()(
  z.object({
    id: z.uuid(),
    question: siteQuestion,
    state: z.enum(SITE_STATES),
    percent: z.number(),
    requestedAt: time,
    failure: z.enum(SITE_FAILURES).nullable(),
    result: siteResult.nullable(),
  }),
);

/** The places of a file, and why the others were refused. */
export const placesFile = z.object({
  fileName: text(200),
  places: z.array(candidatePlace),
  rejected: z.array(z.object({ line: z.number(), ...whyRefused })),
});
export type PlacesFile = z.output<typeof placesFile>;
