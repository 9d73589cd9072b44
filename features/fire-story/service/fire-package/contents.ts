// What a package shows, as its KMZ and its page are made of it.

import type { Position } from '@lookout/domain';
import type { Plot } from '../../../plot/plot.ts';
import type { WireStoryLine } from '../../fire-story.schema.ts';
import type { StoryLine } from '../../fire-story.wire.ts';

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
  /** Of an exercise: nothing of it may be taken for a real fire. */
  readonly isDrill: boolean;
}

export interface Contents {
  readonly fire: PackedFire;
  /** As they are written, and as a program reads them. */
  readonly wire: readonly WireStoryLine[];
  readonly lines: readonly StoryLine[];
  readonly tracks: readonly PackedTrack[];
  readonly plots: readonly Plot[];
  /** By its address on the server, its name in the package; one that could not be read is missing. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly made: { readonly by: string; readonly at: Date; readonly gridName: string; readonly version: string };
}
