// The next tower (选址): which of many places for a mast are the best together, by the weighted forest that no mast sees yet.
import type { GridNo, Position } from '@lookout/domain';
import type { TargetMetres } from '../coverage/coverage.ts';

/** `ridges`: found from the elevations; `places`: drawn on the map, or read from a file. */
export const CANDIDATE_SOURCES = ['ridges', 'places'] as const;
export type CandidateSource = (typeof CANDIDATE_SOURCES)[number];

export const MOST_SITES = 20;
export const MOST_PLACES = 10_000;
export const LONGEST_PLACE_NAME = 64;
export const LEAST_SPACING_METRES = 200;
export const MOST_SPACING_METRES = 10_000;
export const USUAL_SPACING_METRES = 1_000;

/** A place where a tower may be built. */
export interface CandidatePlace {
  readonly name: string;
  readonly position: Position;
}

/** What is asked, without the places themselves. */
export interface SiteQuestion {
  readonly gridNo: GridNo;
  /** How many towers. */
  readonly count: number;
  /** Height of the new cameras above the ground. */
  readonly mastMetres: number;
  /** How far they recognise smoke. */
  readonly rangeMetres: number;
  readonly targetMetres: TargetMetres;
  readonly source: CandidateSource;
  /** Between ridges; null: the candidates are places. */
  readonly spacingMetres: number | null;
}

/** A chosen place, and what it adds to the masts that stand and to the places before it. */
export interface ChosenSite extends CandidatePlace {
  readonly groundMetres: number;
  /** Forest that becomes visible, and the same weighted by fire danger and fuel. */
  readonly addedHectares: number;
  readonly addedWeight: number;
  /** To the nearest road, in a straight line; null: there is none within 50 km, or no roads were imported. */
  readonly roadMetres: number | null;
}

export interface SiteResult {
  /** Places that were compared. */
  readonly candidates: number;
  /** Places that were not compared: beyond the grid, or without elevation. */
  readonly outside: number;
  readonly withoutElevation: number;
  /** Masts that stand and see a part of the grid. */
  readonly masts: number;
  readonly forestHectares: number;
  readonly forestWeight: number;
  /** What the standing masts see. */
  readonly seenHectares: number;
  readonly seenWeight: number;
  /** The day whose danger weights the forest; null: all forest weighs the same. */
  readonly dangerDay: string | null;
  /** In the order in which they should be built. */
  readonly chosen: readonly ChosenSite[];
}

export const SITE_FAILURES = ['no-elevation', 'no-candidates', 'nothing-to-see', 'no-land', 'too-long', 'fault'] as const;
export type SiteFailure = (typeof SITE_FAILURES)[number];

export const SITE_STATES = ['waiting', 'running', 'done', 'failed'] as const;

/** A search of an officer. It is stored on this server for a day. */
export interface SiteSearch {
  readonly id: string;
  readonly question: SiteQuestion;
  readonly state: (typeof SITE_STATES)[number];
  /** Of the work, 0–100. */
  readonly percent: number;
  readonly requestedAt: Date;
  /** null unless it has failed. */
  readonly failure: SiteFailure | null;
  /** null until it is done. */
  readonly result: SiteResult | null;
}

/** What all chosen places add together. */
export const addedBySites = ({ chosen }: Pick<SiteResult, 'chosen'>): { readonly hectares: number; readonly weight: number } => ({
  hectares: chosen.reduce((sum, { addedHectares }) => sum + addedHectares, 0),
  weight: chosen.reduce((sum, { addedWeight }) => sum + addedWeight, 0),
});

/** A part of a total in percent with one decimal; null: the total is 0. */
export const percentOf = (part: number, total: number): number | null => (total > 0 ? Math.round((1_000 * part) / total) / 10 : null);
