// Parses the coordinate entry: decimals or degrees/minutes/seconds, or a whole position pasted into the first field.
import { type CoordinateFault, parseCoordinate, parsePosition } from '@lookout/geo';

export type EntryResult =
  | { readonly ok: true; readonly lng: number; readonly lat: number }
  /** Both fields are needed (specification §5: "Manual map position needs both longitude and latitude"). */
  | { readonly ok: false; readonly fault: 'both' }
  | { readonly ok: false; readonly fault: CoordinateFault; readonly field: 'lng' | 'lat' };

export function readEntry(lngText: string, latText: string): EntryResult {
  if (latText.trim() === '' && lngText.trim() !== '') {
    const pasted = parsePosition(lngText);
    if (pasted.ok) return { ok: true, ...pasted.value };
  }
  if (lngText.trim() === '' || latText.trim() === '') return { ok: false, fault: 'both' };
  const lng = parseCoordinate(lngText, 'lng');
  if (!lng.ok) return { ok: false, fault: lng.error, field: 'lng' };
  const lat = parseCoordinate(latText, 'lat');
  if (!lat.ok) return { ok: false, fault: lat.error, field: 'lat' };
  return { ok: true, lng: lng.value, lat: lat.value };
}
