// The pictures of an alarm in the order they are compared: infrared beside visible, first beside second.
import { fileUrl } from '@lookout/contract';
import type { AlarmFacts } from '@lookout/domain';
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
