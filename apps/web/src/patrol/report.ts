// A ranger's report: the draft as typed, its validation, and the report made from it. Pure.
import type { FieldFault } from '@lookout/client';
import { characterCount, type PositionFault, positionFault } from '@lookout/domain';
import type { Pointing } from '@lookout/features/alarm/pointing.ts';
import type { CoordinateFault } from '@lookout/geo';
import { type EntryResult, readEntry } from '../globe/position-entry.ts';
import { marks } from '../shared/text/marks.ts';
import type { PatrolMessages } from './messages.ts';
import type { PointingMessages } from './pointing/messages.ts';
import { isOldPhoto, type PhotoSight } from './pointing/photo-sight.ts';

export const MOST_DESCRIPTION = 500;
const PHONE = /^[0-9+\-\s]{3,32}$/;

export interface DraftPhoto {
  readonly key: string;
  readonly name: string;
  /** A copy of the bytes, because the camera's file may have been deleted before the phone is online again. */
  readonly blob: Blob;
  /** Set once the photo is uploaded, so that a retry does not upload it again. */
  readonly uploadId: string | null;
  /** The photo's EXIF data; absent: not read yet, or a draft of an earlier version. */
  readonly sight?: PhotoSight;
}

/** The source of the position; null: typed. */
export type Fix =
  /** The ranger's own position; `ageSeconds`: how old that position was when it was taken, absent in drafts of earlier versions. */
  | { readonly source: 'phone'; readonly accuracyMetres: number; readonly ageSeconds?: number }
  | { readonly source: 'photo' }
  | { readonly source: 'pointed'; readonly pointing: Pointing };

export interface Draft {
  /** The report's Idempotency-Key, created once, so that retries create only one alarm. */
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
  /** When the report was written, epoch milliseconds by this phone's clock. */
  readonly writtenAt: number;
  readonly lng: number;
  readonly lat: number;
  readonly fix: Fix | null;
  readonly description: string;
  readonly phone: string;
  readonly photos: readonly DraftPhoto[];
}

type DraftFaults = {
  /** `both`: longitude and latitude are needed together (specification §5). */
  readonly position?: 'both' | PositionFault | { readonly field: 'lng' | 'lat'; readonly fault: CoordinateFault };
  readonly description?: 'empty' | 'too-long';
  readonly phone?: 'unreadable';
};

export const emptyDraft = (owner: string, key: string, phone = ''): Draft => ({
  key,
  owner,
  phone,
  lng: '',
  lat: '',
  fix: null,
  description: '',
  photos: [],
});

/** Whether a photo's place may be used as the fire's place: not that of a photo several days old. @param now by the phone's clock */
export const isPhotoOfNow = (photo: Pick<DraftPhoto, 'sight'>, now: number): boolean =>
  photo.sight === undefined || !isOldPhoto(photo.sight, now);

/** True when nothing was entered (the phone number is kept between reports). */
export const isEmpty = ({ lng, lat, description, photos }: Draft): boolean =>
  lng.trim() === '' && lat.trim() === '' && description.trim() === '' && photos.length === 0;

type Checked = { readonly ok: true; readonly report: Report } | { readonly ok: false; readonly faults: DraftFaults };

/** Requires a position and either a description or a photo; requiring more would delay a ranger in front of a fire. */
export function checkDraft(draft: Draft, writtenAt: number): Checked {
  const { key, owner, fix, photos } = draft;
  const description = draft.description.trim();
  const phone = draft.phone.trim();
  const position = readEntry(draft.lng, draft.lat);
  const faults: DraftFaults = {
    ...entryFault(draft, position),
    ...(description === '' && photos.length === 0 ? { description: 'empty' as const } : {}),
    ...(characterCount(description) > MOST_DESCRIPTION ? { description: 'too-long' as const } : {}),
    ...(phone !== '' && !PHONE.test(phone) ? { phone: 'unreadable' as const } : {}),
  };
  if (!position.ok || Object.keys(faults).length > 0) return { ok: false, faults };
  return {
    ok: true,
    report: { key, owner, writtenAt, lng: round(position.lng), lat: round(position.lat), fix, description, phone, photos },
  };
}

/** The server refuses positions outside China too, but without a connection only days later. */
function entryFault({ lng, lat }: Pick<Draft, 'lng' | 'lat'>, read: EntryResult): Pick<DraftFaults, 'position'> {
  if (read.ok) {
    const fault = positionFault(read);
    return fault === null ? {} : { position: fault };
  }
  const turned = readEntry(lat, lng);
  if (turned.ok && positionFault(turned) === null) return { position: 'swapped' };
  return { position: read.fault === 'both' ? 'both' : { field: read.field, fault: read.fault } };
}

/** Rounded to a centimetre, because conversion from minutes and seconds leaves binary fractions. */
const round = (degrees: number): number => Number(degrees.toFixed(7));

/** Turns a refused report back into a draft. It keeps its key, because a refused report created no alarm. */
export const draftOf = ({ key, owner, lng, lat, fix, description, phone, photos }: Report): Draft => ({
  key,
  owner,
  fix,
  description,
  phone,
  photos,
  lng: String(lng),
  lat: String(lat),
});

// The form's fault messages by field: validation before sending, the server's faults after it.
export const FIELDS = ['position', 'description', 'photos', 'phone'] as const;
type Field = (typeof FIELDS)[number];
export type FormFaults = { readonly [F in Field | 'form']?: string };

export function messagesOf(
  faults: DraftFaults,
  messages: PatrolMessages['form'],
  pointing: Pick<PointingMessages, PositionFault>,
): FormFaults {
  const { position, description, phone } = faults;
  const ofPosition = { both: messages.both, zero: pointing.zero, swapped: pointing.swapped, outside: pointing.outside };
  return {
    ...(position === undefined
      ? {}
      : {
          position:
            typeof position === 'string'
              ? ofPosition[position]
              : `${messages[position.field]}${marks().colon}${messages.faults[position.fault]}`,
        }),
    ...(description === undefined ? {} : { description: description === 'too-long' ? messages.tooLong : messages.noContent }),
    ...(phone === undefined ? {} : { phone: messages.badPhone }),
  };
}

/** The first segment of the server's path → the form's field. */
const FIELD_OF: Readonly<Record<string, Field>> = {
  longitude: 'position',
  latitude: 'position',
  pointing: 'position',
  description: 'description',
  reporterPhone: 'phone',
  pictures: 'photos',
  file: 'photos',
};

/** Faults of unknown fields are shown below the form. */
export function refusalFaults(refusal: { readonly message: string; readonly fields: readonly FieldFault[] }, failed: string): FormFaults {
  const faults: { [F in Field | 'form']?: string } = {};
  for (const { path, message } of refusal.fields) {
    const field = FIELD_OF[path.split('.')[0] ?? ''] ?? 'form';
    faults[field] = faults[field] === undefined ? message : `${faults[field]}${marks().semicolon}${message}`;
  }
  const why = faults.form ?? (refusal.fields.length === 0 ? refusal.message : '');
  return { ...faults, form: `${failed}${why}` };
}
