// What the map needs to know of a thing that stands (or walks) somewhere and is no alarm: resources, rangers, tasks.
import type { PlacedKind } from '@lookout/domain';

/** Which picture; a thing that is offline is drawn hollow and grey (never colour alone). */
export type PlaceIcon = PlacedKind | 'ranger' | 'ranger-busy' | 'task' | 'task-waiting';

export interface PlaceMark {
  readonly id: string;
  readonly icon: PlaceIcon;
  readonly isOffline: boolean;
  readonly lng: number;
  readonly lat: number;
  /** Shown beside it when one is near enough; cut to 7 characters (specification §9). */
  readonly label: string;
}

export interface PlaceChange {
  readonly upserts: readonly PlaceMark[];
  readonly removals: readonly string[];
}

/** Specification §9: "Labels truncated to 7 characters plus ellipsis." Characters as people count them, not UTF-16 units. */
export function cutLabel(label: string): string {
  const characters = [...label];
  return characters.length > LABEL_CHARACTERS ? `${characters.slice(0, LABEL_CHARACTERS).join('')}…` : label;
}
const LABEL_CHARACTERS = 7;
