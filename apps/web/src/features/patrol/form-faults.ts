// Faults of the form in words, each at its field: ours before sending, the server's after it.
import type { FieldFault } from '@lookout/client';
import { marks } from '../../shared/text/marks.ts';
import type { PatrolMessages } from './messages.ts';
import type { DraftFaults } from './report.ts';

export const FIELDS = ['place', 'description', 'photos', 'phone'] as const;
export type Field = (typeof FIELDS)[number];
export type FormFaults = { readonly [F in Field | 'form']?: string };

export function messagesOf(faults: DraftFaults, messages: PatrolMessages['form']): FormFaults {
  const { place, description, phone } = faults;
  return {
    ...(place === undefined
      ? {}
      : { place: place === 'both' ? messages.both : `${messages[place.field]}${marks().colon}${messages.faults[place.fault]}` }),
    ...(description === undefined ? {} : { description: description === 'too-long' ? messages.tooLong : messages.nothingSaid }),
    ...(phone === undefined ? {} : { phone: messages.badPhone }),
  };
}

/** The first step of the server's path → our field. */
const FIELD_OF: Readonly<Record<string, Field>> = {
  longitude: 'place',
  latitude: 'place',
  description: 'description',
  reporterPhone: 'phone',
  pictures: 'photos',
  file: 'photos',
};

/** What names no field of ours stands under the form. */
export function refusalFaults(refusal: { readonly message: string; readonly fields: readonly FieldFault[] }, failed: string): FormFaults {
  const faults: { [F in Field | 'form']?: string } = {};
  for (const { path, message } of refusal.fields) {
    const field = FIELD_OF[path.split('.')[0] ?? ''] ?? 'form';
    faults[field] = faults[field] === undefined ? message : `${faults[field]}${marks().semicolon}${message}`;
  }
  const why = faults.form ?? (refusal.fields.length === 0 ? refusal.message : '');
  return { ...faults, form: `${failed}${why}` };
}
