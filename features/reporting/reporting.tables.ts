// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { DueReport, DueReportState } from '@lookout/features/reporting/due-report.ts';
import type { NotedFact, NotedFacts, RuleTerms } from '@lookout/features/reporting/reporting-rule.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface DueReportTable {
  id: string;
  fire_id: string;
  alarm_id: string;
  grid_no: GridNo;
  address: string;
  rule_id: string;
  rule: Json<DueReport['rule']>;
  reason: Json<DueReport['reason']>;
  owed_at: Date;
  due_at: Date;
  /** The value as parsed from JSON, in which times are text. */
  receivers: Json<unknown>;
  sent: Json<unknown> | null;
  told_late_at: Date | null;
  lapsed: Json<unknown> | null;
  state: DueReportState;
  revision: number;
}

export interface ReportingFactTable {
  alarm_id: string;
  fact: NotedFact;
  value: Json<NotedFacts[NotedFact]>;
  noted_by: string;
  noted_at: Date;
}

export interface ReportingRuleTable {
  id: string;
  terms: Json<RuleTerms>;
  revision: number;
  /** The value as parsed from JSON, in which times are text. */
  changed: Json<unknown> | null;
  confirmed: Json<unknown> | null;
}

export interface ReportingTables {
  due_report: DueReportTable;
  reporting_fact: ReportingFactTable;
  reporting_rule: ReportingRuleTable;
}
