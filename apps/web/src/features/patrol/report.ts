// What a ranger writes: the draft as typed, its check, and the report made of it. Pure.
import type { CoordinateFault } from '@lookout/geo';
import { readEntry } from '../../globe/place-entry.ts';

export const MOST_DESCRIPTION = 500;
const PHONE = /^[0-9+\-\s]{3,32}$/;

export interface DraftPhoto {
  readonly key: string;
  readonly name: string;
  /** A copy of the bytes: the camera's own file may be gone when the line is back. */
  readonly blob: Blob;
  /** Set once it is on the server: another try does not send it again. */
  readonly uploadId: string | null;
}

/** Where the numbers in the place fields come from; null: typed. */
export type Fix = { readonly source: 'phone'; readonly accuracyMetres: number } | { readonly source: 'photo' };

export interface Draft {
  /** The report's Idempotency-Key, made once: whatever happens on the way, one report makes one alarm. */
  readonly key: string;
  readonly owner: string;
  readonly lng: string;
  readonly lat: string;
  readonly fix: Fix | null;
  readonly description: string;
  readonly phone: string;
  readonly photos: readonly DraftPhoto[];
}

export interface Report {
  readonly key: string;
  readonly owner: string;
  /** When it was written, epoch milliseconds by this phone's clock. */
  readonly writtenAt: number;
  readonly lng: number;
  readonly lat: number;
  readonly fix: Fix | null;
  readonly description: string;
  readonly phone: string;
  readonly photos: readonly DraftPhoto[];
}

export type DraftFaults = {
  /** `both`: longitude and latitude are needed together (specification §5). */
  readonly place?: 'both' | { readonly field: 'lng' | 'lat'; readonly fault: CoordinateFault };
  readonly description?: 'nothing-said' | 'too-long';
  readonly phone?: 'unreadable';
};

export const emptyDraft = (owner: string, key: string, phone = ''): Draft => ({
  ...{ key, owner, phone, lng: '', lat: '', fix: null, description: '', photos: [] },
});

/** Nothing of one's own is in it (the phone number stays from report to report). */
export const isEmpty = ({ lng, lat, description, photos }: Draft): boolean =>
  lng.trim() === '' && lat.trim() === '' && description.trim() === '' && photos.length === 0;

export type Checked = { readonly ok: true; readonly report: Report } | { readonly ok: false; readonly faults: DraftFaults };

/** A place, and something to go by there: words or a photo. A ranger in front of a fire must not be held up for prose. */
export function checkDraft(draft: Draft, writtenAt: number): Checked {
  const { key, owner, fix, photos } = draft;
  const description = draft.description.trim();
  const phone = draft.phone.trim();
  const place = readEntry(draft.lng, draft.lat);
  const faults: DraftFaults = {
    ...(place.ok ? {} : { place: place.fault === 'both' ? ('both' as const) : { field: place.field, fault: place.fault } }),
    ...(description === '' && photos.length === 0 ? { description: 'nothing-said' as const } : {}),
    ...(description.length > MOST_DESCRIPTION ? { description: 'too-long' as const } : {}),
    ...(phone !== '' && !PHONE.test(phone) ? { phone: 'unreadable' as const } : {}),
  };
  if (!place.ok || Object.keys(faults).length > 0) return { ok: false, faults };
  return { ok: true, report: { key, owner, writtenAt, lng: round(place.lng), lat: round(place.lat), fix, description, phone, photos } };
}

/** To a centimetre: minutes and seconds leave a tail of binary fractions. */
const round = (degrees: number): number => Number(degrees.toFixed(7));

/** A report that was refused, back in the form. The key stays: a refused report has made no alarm. */
export const draftOf = ({ key, owner, lng, lat, fix, description, phone, photos }: Report): Draft => ({
  ...{ key, owner, fix, description, phone, photos },
  lng: String(lng),
  lat: String(lat),
});
