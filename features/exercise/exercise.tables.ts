// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { DrillKind } from '@lookout/features/exercise/exercise.ts';

export interface ExerciseTable {
  id: string;
  grid_no: GridNo;
  name: string;
  leader_id: string;
  leader_name: string;
  began_at: Date;
  ended_at: Date | null;
  ended_by: string | null;
  verdict: string | null;
  verdict_by: string | null;
  verdict_at: Date | null;
  version: number;
}

export interface ExerciseInjectTable {
  id: string;
  exercise_id: string;
  kind: DrillKind;
  lng: number;
  lat: number;
  description: string | null;
  due_at: Date;
  alarm_id: string | null;
}

export interface ExerciseTables {
  exercise: ExerciseTable;
  exercise_inject: ExerciseInjectTable;
}
