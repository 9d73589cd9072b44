// A hazard point as a form: conversion to and from the draft of the call. Form fields have the names of the call's fields, so that the
// server's faults are shown at their fields. Pure functions.

import type { LngLat } from '@lookout/geo';
import {
  type Hazard,
  type HazardDraft,
  type HazardKind,
  type HazardLevel,
  type HazardState,
  type MonitorKind,
  NO_RAIN_THRESHOLDS,
  NO_THRESHOLDS,
  type RainThresholds,
  type Thresholds,
} from '../hazard.ts';

type Text = string | null | undefined;

export interface MonitorFields {
  readonly id: string | null;
  readonly code: string;
  readonly kind: MonitorKind;
  readonly name: string;
  readonly value: Partial<Thresholds>;
  readonly rate: Partial<Thresholds>;
}

export interface HazardFields {
  readonly code: string;
  readonly name: string;
  readonly kind: HazardKind;
  readonly level: HazardLevel;
  readonly state: HazardState;
  readonly position: LngLat | null;
  readonly address?: Text;
  readonly people?: number | null;
  readonly households?: number | null;
  readonly dutyName?: Text;
  readonly dutyPhone?: Text;
  readonly description?: Text;
  readonly rain: { readonly oneHour: Partial<Thresholds>; readonly oneDay: Partial<Thresholds> };
  readonly monitors: readonly MonitorFields[];
}

export const EMPTY_HAZARD: HazardFields = {
  code: '',
  name: '',
  kind: 'slide',
  level: 'small',
  state: 'registered',
  position: null,
  people: 0,
  households: 0,
  rain: NO_RAIN_THRESHOLDS,
  monitors: [],
};

export const newMonitor = (): MonitorFields => ({ id: null, code: '', kind: 'crack', name: '', value: NO_THRESHOLDS, rate: NO_THRESHOLDS });

export const hazardFields = (hazard: Hazard): HazardFields => ({
  code: hazard.code,
  name: hazard.name,
  kind: hazard.kind,
  level: hazard.level,
  state: hazard.state,
  position: hazard.position,
  address: hazard.address,
  people: hazard.people,
  households: hazard.households,
  dutyName: hazard.dutyName,
  dutyPhone: hazard.dutyPhone,
  description: hazard.description,
  rain: hazard.rain,
  monitors: hazard.monitors,
});

const textOrNull = (text: Text): string | null => (text == null || text.trim() === '' ? null : text.trim());
const whole = ({ blue, yellow, orange, red }: Partial<Thresholds>): Thresholds => ({
  blue: blue ?? null,
  yellow: yellow ?? null,
  orange: orange ?? null,
  red: red ?? null,
});

type Draft = Omit<HazardDraft, 'monitors' | 'rain'> & {
  readonly rain: RainThresholds;
  readonly monitors: readonly (MonitorFields & { value: Thresholds; rate: Thresholds })[];
};

/** @param photos ids of uploads */
export const hazardDraft = (fields: HazardFields, position: LngLat, photos: readonly string[]): Draft => ({
  code: fields.code.trim(),
  name: fields.name.trim(),
  kind: fields.kind,
  level: fields.level,
  state: fields.state,
  position: { lng: position.lng, lat: position.lat },
  address: textOrNull(fields.address),
  people: fields.people ?? 0,
  households: fields.households ?? 0,
  dutyName: textOrNull(fields.dutyName),
  dutyPhone: textOrNull(fields.dutyPhone),
  description: textOrNull(fields.description),
  photos,
  rain: { oneHour: whole(fields.rain.oneHour), oneDay: whole(fields.rain.oneDay) },
  monitors: fields.monitors.map(({ id, code, kind, name, value, rate }) => ({
    id: id ?? null,
    code: code.trim(),
    kind,
    name: name.trim(),
    value: whole(value),
    rate: whole(rate),
  })),
});

/** A canonical text of the data to be saved, to detect changes. */
export const draftText = (fields: HazardFields, photos: readonly string[]): string =>
  JSON.stringify([fields.position, hazardDraft(fields, { lng: 0, lat: 0 }, photos)]);
