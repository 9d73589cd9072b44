// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.

import type { GridNo } from '@lookout/domain';
import type { AlarmKind } from '@lookout/features/alarm/alarm.ts';
import type { PatrolContent, PatrolOutcome, PatrolState, TaskPatrol } from '@lookout/features/task/patrol.ts';
import type { Priority } from '@lookout/features/task/priority.ts';
import type { TaskState, TaskType } from '@lookout/features/task/task.ts';
import type { JourneyState, NoJourney, PlanReason } from '@lookout/features/task/task-journey.ts';
import type { TaskTemplateDraft } from '@lookout/features/task/task-template.ts';
import type { Json } from '@lookout/store/tables.ts';
import type { Generated } from 'kysely';

export interface TaskTable {
  id: string;
  content: string;
  starts_at: Date;
  ends_at: Date;
  priority: Priority;
  type: TaskType;
  lng: number;
  lat: number;
  grid_no: GridNo;
  address: string;
  fire_id: string | null;
  fire_kind: AlarmKind | null;
  operator_id: string;
  operator_name: string;
  photos: string[];
  people_count: number;
  vehicle_count: number;
  equipment_count: number;
  reserve: string | null;
  created_at: Date;
  cancelled_at: Date | null;
  cancel_reason: string | null;
  ended: Generated<boolean>;
  request_key: string | null;
  exercise_id: string | null;
  checklist: string | null;
  patrol: Json<TaskPatrol> | null;
}

export interface TaskTemplateTable {
  id: string;
  grid_no: GridNo;
  name: string;
  content: Json<Omit<TaskTemplateDraft, 'name'>>;
  revision: number;
  changed_by: string;
  changed_at: Date;
}

export interface PatrolRuleTable {
  id: string;
  grid_no: GridNo;
  owner_grid_no: GridNo;
  name: string;
  state: PatrolState;
  revision: number;
  content: Json<PatrolContent>;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
  written_by: string;
  written_by_id: string;
  end_reason: string | null;
  settled_until: Date;
  next_at: Date | null;
}

export interface PatrolOccurrenceTable {
  rule_id: string;
  day: string;
  planned_at: Date;
  outcome: PatrolOutcome;
  task_id: string | null;
  skipped: string[];
}

export interface TaskMemberTable {
  task_id: string;
  account_id: string;
  full_name: string;
  grid_no: GridNo;
  state: TaskState;
  state_at: Date;
}

export interface TaskJourneyTable {
  task_id: string;
  account_id: string;
  reason: PlanReason;
  path: readonly (readonly [number, number])[];
  seconds: number | null;
  why: NoJourney | null;
  avoids_fire: boolean;
  begins_at: Date;
  planned_at: Date;
  forecast_id: string | null;
  forecast_at: Date | null;
  state: Generated<JourneyState>;
  arrives_at: Date | null;
  left_metres: number | null;
  pace: number | null;
  position_at: Date | null;
  computed_at: Date | null;
}

export interface TaskStepTable {
  id: string;
  task_id: string;
  account_id: string;
  full_name: string;
  state: TaskState;
  at: Date;
  received_at: Date;
  text: string | null;
  photos: string[];
  lng: number | null;
  lat: number | null;
  request_key: string | null;
}

export interface TaskTables {
  task: TaskTable;
  task_member: TaskMemberTable;
  task_step: TaskStepTable;
  task_journey: TaskJourneyTable;
  task_template: TaskTemplateTable;
  patrol_rule: PatrolRuleTable;
  patrol_occurrence: PatrolOccurrenceTable;
}
