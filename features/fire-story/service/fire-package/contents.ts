// The contents of a package, from which its KMZ and its page are made.

import { formatTime } from '@lookout/contract';
import type { Position } from '@lookout/domain';
import type { Plot } from '../../../plot/plot.ts';
import type { WireStoryLine } from '../../fire-story.schema.ts';
import type { StoryLine } from '../../fire-story.wire.ts';

/** A line under the names by which programs read packages. */
export const packedLine = ({ at, happenedAt, position, ...line }: WireStoryLine) => ({
  ...line,
  at: formatTime(at),
  happened: happenedAt && formatTime(happenedAt),
  longitude: position?.lng ?? null,
  latitude: position?.lat ?? null,
});
type PackedLine = ReturnType<typeof packedLine>;

export interface PackedTrack {
  readonly userId: string;
  readonly fullName: string;
  readonly points: readonly { readonly position: Position; readonly at: Date }[];
}

export interface PackedFire {
  readonly id: string;
  readonly gridName: string;
  readonly gridNo: string;
  readonly position: Position;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly isOpen: boolean;
  /** An exercise: its package must not be mistaken for a real fire. */
  readonly isDrill: boolean;
}

export interface Contents {
  readonly fire: PackedFire;
  /** The lines as stored, for programs to read. */
  readonly packed: readonly PackedLine[];
  readonly lines: readonly StoryLine[];
  readonly tracks: readonly PackedTrack[];
  readonly plots: readonly Plot[];
  /** Maps a picture's address on the server to its name in the package; an unreadable picture is missing. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly made: { readonly by: string; readonly at: Date; readonly gridName: string; readonly version: string };
}
