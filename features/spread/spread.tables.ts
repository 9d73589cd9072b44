// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { CoverScheme, GridNo } from '@lookout/domain';
import type { FuelRow } from '@lookout/features/spread/fuel-row.ts';
import type { SpreadFailure, SpreadQueuePlace, SpreadState } from '@lookout/features/spread/spread.ts';
import type { SpreadInputs } from '@lookout/features/spread/spread-inputs.ts';
import type { SpreadArrivals, SpreadResult } from '@lookout/features/spread/spread-result.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface SpreadRunTable {
  id: string;
  fire_id: string | null;
  grid_no: GridNo;
  key: string;
  state: SpreadState;
  progress: number;
  inputs: Json<SpreadInputs>;
  result: Json<SpreadResult> | null;
  failure: SpreadFailure | null;
  queue: Json<SpreadQueuePlace> | null;
  asked_by: string;
  asked_at: Date;
  ended_at: Date | null;
  alive_at: Date;
}

export interface SpreadArrivalTable {
  run_id: string;
  begins_at: Date;
  ends_at: Date;
  frame: Json<SpreadArrivals['frame']>;
  step_minutes: number;
  steps: Buffer;
  flame_length_metres: number;
}

export interface FuelRowTable {
  scheme: CoverScheme;
  value: number;
  fuel_model: string;
  fuel_factor: string | null;
  canopy: Json<FuelRow['canopy']>;
  source: string;
  to_confirm: boolean;
}

export interface SpreadTables {
  spread_run: SpreadRunTable;
  spread_arrival: SpreadArrivalTable;
  fuel_row: FuelRowTable;
}
