// The schemas of reports that are owed and of the rules behind them (报送时限). A page loads the readers (reporting.ts) without them.

import { wireTime } from '@lookout/contract';
import { BORDER_LEVELS } from '@lookout/domain';
import { z } from 'zod';
import { fireDocument } from '../situation/situation.schema.ts';
import { DUE_REPORT_STATES, LAPSE_REASONS } from './due-report.ts';
import { FOREST_KINDS, NOTED_FACTS, REPORT_DEADLINE_NAMES, REPORT_FORMS, REPORT_RECIPIENTS } from './reporting-rule.ts';

const mark = z.object({ user: z.string(), time: z.string() });
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

export const dueReport = z.object({
  id: z.uuid(),
  fireId: z.uuid(),
  alarmId: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  formattedAddress: z.string(),
  rule: z.object({
    id: z.string(),
    deadline: z.enum(REPORT_DEADLINE_NAMES),
    form: z.enum(REPORT_FORMS),
    source,
    /** false: 待核对. */
    confirmed: z.boolean(),
    escalateAfterMinutes: z.number(),
  }),
  reason,
  /** When the report begins to be owed. */
  owedTime: z.string(),
  dueTime: z.string(),
  state: z.enum(DUE_REPORT_STATES),
  receivers: z.array(
    z.object({
      /** A grid above the reporting one. */
      receiverNo: z.string(),
      receiverName: z.string(),
      /** The grid that had not read the report; null: a receiver by the rule itself. */
      insteadOf: z.string().nullable(),
      addTime: z.string(),
      received: mark.nullable(),
      read: mark.nullable(),
    }),
  ),
  sent: mark.extend({ documentId: z.uuid() }).nullable(),
  lateToldTime: z.string().nullable(),
  lapsed: z.object({ time: z.string(), reason: z.enum(LAPSE_REASONS) }).nullable(),
  revision: z.number(),
});
export type WireDueReport = z.output<typeof dueReport>;

/** `document`: the form that was sent; null: not sent yet. */
export const dueReportFile = z.object({ report: dueReport, document: fireDocument.nullable() });

/** Facts noted by officers, and facts from the data. */
export const reportingFacts = z.object({
  alarmId: z.uuid(),
  gridNo: z.string(),
  noted: z.array(
    z.object({
      fact: z.enum(NOTED_FACTS),
      value: z.union([z.number(), z.boolean(), z.enum(FOREST_KINDS)]),
      user: z.string(),
      time: z.string(),
    }),
  ),
  /** Drawn as burnt areas; null: none. */
  areaHectares: z.number().nullable(),
  /** The highest count of one pass. */
  pixels: z.number(),
  /** Metres; absent where no boundary is known. */
  borders: z.object({ province: z.number().optional(), prefecture: z.number().optional(), county: z.number().optional() }),
  facilities: z.array(z.object({ name: z.string(), metres: z.number() })),
  /** The name of the holiday; false: an ordinary day; null: the year's calendar was not entered. */
  holiday: z.union([z.string(), z.literal(false)]).nullable(),
  burningSince: z.string(),
});
export type WireReportingFacts = z.output<typeof reportingFacts>;

/** A report that the forecast of a fire foresees: a proposal, by which nothing is owed. */
export const foreseenReport = z.object({
  ruleId: z.string(),
  reason: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('area'), hectares: z.number(), least: z.number() }),
    z.object({ kind: z.literal('border'), level: z.enum(BORDER_LEVELS), name: z.string() }),
    z.object({ kind: z.literal('threat'), name: z.string() }),
  ]),
  source,
  /** false: 待核对. */
  confirmed: z.boolean(),
  /** When the rule's condition will be met by the forecast, and when its report would then be due. */
  expectedTime: wireTime,
  dueTime: wireTime,
});
export type WireForeseenReport = z.output<typeof foreseenReport>;

/** A foreseen report in a list of many fires: with its fire, in one county. */
export const foreseenOfFire = foreseenReport.extend({
  /** The alarm of the fire that was judged first. */
  alarmId: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  formattedAddress: z.string(),
  /** When the forecast begins. */
  forecastTime: wireTime,
});
export type WireForeseenOfFire = z.output<typeof foreseenOfFire>;

const amount = (most: number) => z.number().min(0).max(most);
export const reportCondition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('area'), hectares: amount(1_000_000) }),
  z.object({ kind: z.literal('pixels'), count: z.number().int().min(1).max(10_000) }),
  z.object({ kind: z.literal('burning'), hours: amount(10_000) }),
  z.object({ kind: z.literal('border'), level: z.enum(BORDER_LEVELS), metres: amount(100_000) }),
  z.object({ kind: z.literal('casualties'), dead: z.number().int().min(1).max(100_000), badlyHurt: z.number().int().min(1).max(100_000) }),
  z.object({ kind: z.literal('threat'), metres: amount(100_000) }),
  z.object({ kind: z.literal('forest') }),
  z.object({ kind: z.literal('holiday') }),
  z.object({ kind: z.literal('media') }),
  z.object({ kind: z.literal('help') }),
  z.object({ kind: z.literal('every-fire') }),
]);

export const reportingRule = z.object({
  id: z.string(),
  gridNo: z.string(),
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
  /** null: 待核对. */
  confirmed: mark.nullable(),
});
export type WireReportingRule = z.output<typeof reportingRule>;
