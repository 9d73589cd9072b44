// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.

import type { GridNo, Position } from '@lookout/domain';
import type { PlotColour, PlotKind } from '@lookout/features/plot/plot-kinds.ts';
import type { PlotSymbol } from '@lookout/features/plot/plot-symbol.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface PlotTable {
  id: string;
  kind: PlotKind;
  symbol: PlotSymbol | null;
  name: string;
  points: Json<readonly Position[]>;
  colour: PlotColour;
  width_pixels: number;
  note: string | null;
  fire_id: string | null;
  grid_no: GridNo;
  version: number;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
}

export interface PlotTables {
  plot: PlotTable;
}
