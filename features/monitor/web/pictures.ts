// The pictures of an alarm in the order of comparison: infrared next to visible, first next to second.
import { fileUrl } from '@lookout/contract';
import type { AlarmFacts } from '../../alarm/alarm.ts';
import type { MonitorMessages } from './messages.ts';

export interface Picture {
  readonly url: string;
  readonly caption: string;
}

const numbered = (uploads: readonly string[], caption: (n: number) => string): Picture[] =>
  uploads.map((id, index) => ({ url: fileUrl(id), caption: caption(index + 1) }));

export function picturesOf(facts: AlarmFacts, { pictures: { names } }: MonitorMessages): Picture[] {
  if (facts.kind === 'danger') return numbered(facts.renovationPictures, names.renovation);
  if (facts.kind !== 'satellite') return numbered(facts.pictures, names.picture);
  const images: readonly (readonly [string | null, string])[] = [
    [facts.infraredImage, names.infrared],
    [facts.visibleImage, names.visible],
  ];
  return images.flatMap(([url, caption]) => (url === null ? [] : [{ url, caption }]));
}

// The two pictures that are compared side by side.
interface Pair {
  readonly left: number;
  /** null: there is only one picture. */
  readonly right: number | null;
}

/** The pair that begins at this picture; the last picture is only the right one of the last pair. */
export const pairAt = (index: number, count: number): Pair =>
  count < 2 ? { left: 0, right: null } : { left: Math.min(index, count - 2), right: Math.min(index, count - 2) + 1 };

/** The next or previous picture, wrapping around at both ends. */
export function stepped(left: number, count: number, step: 1 | -1): number {
  const pairs = Math.max(1, count - 1);
  return (left + step + pairs) % pairs;
}
