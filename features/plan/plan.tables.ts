// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { PlanContent, PlanDuty, PlanState, ResponseLevel } from '@lookout/features/plan/plan.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface PlanVersionTable {
  id: string;
  plan_id: string;
  version: number;
  grid_no: GridNo;
  state: PlanState;
  revision: number;
  title: string;
  content: Json<PlanContent>;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_by_id: string | null;
  changed_at: Date;
  submitted_by: string | null;
  submitted_by_id: string | null;
  submitted_at: Date | null;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  review_note: string | null;
}

export interface PlanRunTable {
  id: string;
  grid_no: GridNo;
  fire_id: string;
  fire_name: string;
  plan_version_id: string;
  plan_title: string;
  plan_version: number;
  plan_grid_no: GridNo;
  level: ResponseLevel;
  duties: Json<readonly PlanDuty[]>;
  /** The value as parsed from JSON, in which times are text. */
  items: Json<unknown>;
  steps: Json<unknown>;
  started_at: Date;
  ended_at: Date | null;
}

export interface PlanTables {
  plan_version: PlanVersionTable;
  plan_run: PlanRunTable;
}
