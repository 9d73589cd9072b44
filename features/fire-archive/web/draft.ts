// The officer's unsaved entries, separate from what is stored on the server. Pure.

import type { Assessment, AssessmentDraft, BurnedArea, BurnedPolygons, BurnMappingDraft, FireArchive } from '../fire-archive.ts';

export interface Editing {
  /** The version from which the draft was begun. */
  readonly archiveId: string;
  readonly revision: number;
  readonly assessment: AssessmentDraft;
  readonly isChanged: boolean;
}

function enteredOf(mapping: BurnedArea['mapping']): BurnMappingDraft | null {
  if (!mapping) return null;
  const { severityHectares: _measured, ...entered } = mapping;
  return entered;
}

const draftOf = ({ burned, ...assessment }: Assessment): AssessmentDraft => ({
  ...assessment,
  burned: burned && { polygons: burned.polygons, method: burned.method, source: burned.source, mapping: enteredOf(burned.mapping) },
});

export const begunFrom = ({ id: archiveId, revision, assessment }: FireArchive): Editing => ({
  archiveId,
  revision,
  assessment: draftOf(assessment),
  isChanged: false,
});

/** When another officer changed the stored version, this officer's entries are retained and will be saved over it. */
export const over = (editing: Editing, { revision }: FireArchive): Editing => ({ ...editing, revision });

export const withChange = (editing: Editing, change: Partial<AssessmentDraft>): Editing => ({
  ...editing,
  assessment: { ...editing.assessment, ...change },
  isChanged: true,
});

/** Adds a polygon. An area with both drawn and imported polygons counts as drawn. */
export function withPolygons(
  burned: AssessmentDraft['burned'],
  polygons: BurnedPolygons,
  method: 'drawn' | 'imported',
  source: string | null,
): AssessmentDraft['burned'] {
  return {
    polygons: [...(burned?.polygons ?? []), ...polygons],
    method,
    source: source ?? burned?.source ?? null,
    mapping: burned?.mapping ?? null,
  };
}

/** null when the last one is removed. */
export function withoutPolygon(burned: AssessmentDraft['burned'], index: number): AssessmentDraft['burned'] {
  const polygons = (burned?.polygons ?? []).filter((_, at) => at !== index);
  return burned === null || polygons.length === 0 ? null : { ...burned, polygons, mapping: withoutPatchesOf(burned.mapping, index) };
}

/** Patches name their polygon by its index. */
function withoutPatchesOf(mapping: BurnMappingDraft | null, index: number): BurnMappingDraft | null {
  if (mapping === null) return null;
  const patches = mapping.patches.flatMap((patch) =>
    patch.of === index ? [] : [patch.of > index ? { ...patch, of: patch.of - 1 } : patch],
  );
  return { ...mapping, patches };
}
