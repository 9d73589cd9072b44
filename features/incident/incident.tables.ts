// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';

export interface IncidentAlarmTable {
  alarm_id: string;
  incident_id: string;
  look: string;
  east_east: number;
  east_north: number;
  north_north: number;
  probability: number;
  /** Reasons, separated by commas; empty: none. */
  calmed_by: string;
  confirmed_as: string | null;
  inhabitants: number | null;
  danger_sources: number | null;
  known_heat: string | null;
}

export interface IncidentPolicyTable {
  grid_no: GridNo;
  inherits_verdict: boolean;
  changed_by: string;
  changed_at: Date;
}

export interface IncidentDecisionTable {
  id: string;
  kind: 'split' | 'merge';
  one: string[];
  other: string[];
  account_id: string;
  decided_by: string;
  decided_at: Date;
  undone_at: Date | null;
  undone_by: string | null;
  replaced_by: string | null;
  part_of: string | null;
  decided_in: GridNo | null;
}

export interface IncidentTables {
  incident_alarm: IncidentAlarmTable;
  incident_decision: IncidentDecisionTable;
  incident_policy: IncidentPolicyTable;
  incident_reading: { seq: number };
  error_scale: { source: string; scale: number; learned_at: Date };
}
