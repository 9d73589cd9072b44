// What the officer is entering, beside what stands on the server. Pure.

import type { Assessment, BurnedArea, BurnedPolygons, FireArchive } from '../fire-archive.ts';
import type { AssessmentDraft, BurnMappingDraft } from '../fire-archive.wire.ts';

export interface Editing {
  /** The version it was begun from. */
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

/** What stands was changed by somebody else: the officer's entries stay, and are saved over it. */
export const over = (editing: Editing, { revision }: FireArchive): Editing => ({ ...editing, revision });

export const withChange = (editing: Editing, change: Partial<AssessmentDraft>): Editing => ({
  ...editing,
  assessment: { ...editing.assessment, ...change },
  isChanged: true,
});

/** One more polygon; drawn ones among imported ones count as drawn. */
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
