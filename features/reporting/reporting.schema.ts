// The schemas of reports that are owed and of the rules behind them (报送时限).

import { gridNo, schemaOf, time } from '@lookout/contract';
import { BORDER_LEVELS, type Named } from '@lookout/domain';
import { z } from 'zod';
import { fireDocument } from '../situation/situation.schema.ts';
import { LAPSE_REASONS, type NamedDueReport } from './due-report.ts';
import type { ForeseenOfFire, ForeseenReport } from './foreseen-report.ts';
import {
  type FactSheet,
  FOREST_KINDS,
  REPORT_DEADLINE_NAMES,
  REPORT_FORMS,
  REPORT_RECIPIENTS,
  type ReportCondition,
  type ReportingRule,
} from './reporting-rule.ts';

const mark = z.object({ by: z.string(), at: time });
const source = z.object({ document: z.string(), line: z.string(), assumed: z.string().nullable() });

const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('area'), hectares: z.number(), least: z.number() }),
  z.object({ kind: z.literal('pixels'), count: z.number(), least: z.number() }),
  z.object({ kind: z.literal('burning'), hours: z.number() }),
  z.object({ kind: z.literal('border'), level: z.enum(BORDER_LEVELS), metres: z.number(), within: z.number() }),
  z.object({ kind: z.literal('casualties'), dead: z.number(), badlyHurt: z.number() }),
  z.object({ kind: z.literal('threat'), facility: z.string().nullable(), metres: z.number().nullable() }),
  z.object({ kind: z.literal('forest'), forest: z.enum(FOREST_KINDS) }),
  z.object({ kind: z.literal('holiday'), name: z.string().nullable() }),
  z.object({ kind: z.literal('media') }),
  z.object({ kind: z.literal('help') }),
  z.object({ kind: z.literal('every-fire') }),
]);

export const dueReport = schemaOf<NamedDueReport>()(
  z.object({
    id: z.uuid(),
    fireId: z.uuid(),
    alarmId: z.uuid(),
    gridNo,
    gridName: z.string(),
    address: z.string(),
    rule: z.object({
      id: z.string(),
      deadline: z.enum(REPORT_DEADLINE_NAMES),
      form: z.enum(REPORT_FORMS),
      source,
      isConfirmed: z.boolean(),
      escalateAfterMinutes: z.number(),
    }),
    reason,
    owedAt: time,
    dueAt: time,
    receivers: z.array(
      z.object({
        gridNo,
        gridName: z.string(),
        insteadOf: gridNo.nullable(),
        addedAt: time,
        received: mark.nullable(),
        read: mark.nullable(),
      }),
    ),
    sent: mark.extend({ documentId: z.uuid() }).nullable(),
    toldLateAt: time.nullable(),
    lapsed: z.object({ at: time, reason: z.enum(LAPSE_REASONS) }).nullable(),
    revision: z.number(),
  }),
);

/** In the replay of a desk. */
export const pastDueReports = z.array(dueReport);

/** `document`: the form that was sent; null: not sent yet. */
export const dueReportFile = z.object({ report: dueReport, document: fireDocument.nullable() });

const noted = z.discriminatedUnion('fact', [
  mark.extend({ fact: z.enum(['areaHectares', 'dead', 'badlyHurt']), value: z.number() }),
  mark.extend({ fact: z.enum(['threat', 'holiday', 'media', 'help']), value: z.boolean() }),
  mark.extend({ fact: z.literal('forest'), value: z.enum(FOREST_KINDS) }),
]);

export const factSheet = schemaOf<FactSheet>()(
  z.object({
    alarmId: z.uuid(),
    gridNo,
    noted: z.array(noted),
    areaHectares: z.number().nullable(),
    pixels: z.number(),
    borders: z.partialRecord(z.enum(BORDER_LEVELS), z.number()),
    facilities: z.array(z.object({ name: z.string(), metres: z.number() })),
    holiday: z.union([z.string(), z.literal(false)]).nullable(),
    burningSince: time,
  }),
);

const foreseen = z.object({
  rule: z.object({ id: z.string(), source, isConfirmed: z.boolean() }),
  reason: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('area'), hectares: z.number(), least: z.number() }),
    z.object({ kind: z.literal('border'), level: z.enum(BORDER_LEVELS), name: z.string() }),
    z.object({ kind: z.literal('threat'), name: z.string() }),
  ]),
  expectedAt: time,
  dueAt: time,
});

export const foreseenReport = schemaOf<ForeseenReport>()(foreseen);

export const foreseenOfFire = schemaOf<Named<ForeseenOfFire>>()(
  foreseen.extend({ alarmId: z.uuid(), gridNo, gridName: z.string(), address: z.string(), forecastAt: time }),
);

const amount = (most: number) => z.number().min(0).max(most);
export const reportCondition = schemaOf<ReportCondition>()(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('area'), hectares: amount(1_000_000) }),
    z.object({ kind: z.literal('pixels'), count: z.number().int().min(1).max(10_000) }),
    z.object({ kind: z.literal('burning'), hours: amount(10_000) }),
    z.object({ kind: z.literal('border'), level: z.enum(BORDER_LEVELS), metres: amount(100_000) }),
    z.object({
      kind: z.literal('casualties'),
      dead: z.number().int().min(1).max(100_000),
      badlyHurt: z.number().int().min(1).max(100_000),
    }),
    z.object({ kind: z.literal('threat'), metres: amount(100_000) }),
    z.object({ kind: z.literal('forest') }),
    z.object({ kind: z.literal('holiday') }),
    z.object({ kind: z.literal('media') }),
    z.object({ kind: z.literal('help') }),
    z.object({ kind: z.literal('every-fire') }),
  ]),
);

export const reportingRule = schemaOf<Named<ReportingRule>>()(
  z.object({
    id: z.string(),
    gridNo,
    gridName: z.string(),
    condition: reportCondition,
    deadline: z.enum(REPORT_DEADLINE_NAMES),
    to: z.enum(REPORT_RECIPIENTS),
    form: z.enum(REPORT_FORMS),
    escalateAfterMinutes: z.number(),
    enabled: z.boolean(),
    source,
    revision: z.number(),
    changed: mark.nullable(),
    confirmed: mark.nullable(),
  }),
);
