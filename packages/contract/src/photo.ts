// Photos in requests: ids of uploads, or their `/files/…` addresses as the upload call returned them.
import { z } from 'zod';
import { LENGTHS } from './bounds.ts';
import { errorCode } from './errors/entry.ts';
import { text } from './fields.ts';

export const photo = text(100)
  .transform((s) => s.replace(/^\/files\//, ''))
  .pipe(z.uuid(errorCode('picture-gone')));

/** At most three (specification §5). A text is the specification's joined form. */
export const photos = z
  .preprocess((v) => (typeof v === 'string' ? splitJoined(v) : v), z.array(photo).max(3, errorCode('pictures-at-most', { most: 3 })))
  .nullish();

/** `a,b,c` → its parts; an empty text → none. */
export function splitJoined(joined: string): string[] {
  // No valid list is longer: a longer one is refused by its number of parts, whatever they contain.
  const parts = joined.split(/[,，;；]/, LENGTHS.joined + 1);
  return parts.length > LENGTHS.joined ? parts : parts.map((part) => part.trim()).filter((part) => part !== '');
}
