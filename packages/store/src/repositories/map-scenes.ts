// 3D scenes that were imported: where they stand, and under which folder of DATA_DIR their files lie.
import { randomUUID } from 'node:crypto';
import { type GridNo, type Position, type SceneKind, sharesLayer } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import type { Clock, Db } from '../db.ts';
import type { MapSceneTable } from '../tables.ts';

export interface NewScene {
  readonly kind: SceneKind;
  /** A scene of this name is replaced. */
  readonly name: string;
  readonly gridNo: GridNo;
  readonly schematic: boolean;
  /** Under `scenes`, random: a folder is made once and never changed. */
  readonly folder: string;
  /** The file to begin with, from the folder; of `levels` from each level's folder. */
  readonly entry: string;
  /** null: the files say it themselves. */
  readonly position: Position | null;
  readonly heightMetres: number | null;
  readonly headingDegrees: number;
  readonly scale: number;
  readonly levels: readonly number[];
}

export interface MapScene extends NewScene {
  readonly id: string;
}

export type MapScenes = ReturnType<typeof mapScenesRepository>;

export function mapScenesRepository(db: Db, clock: Clock) {
  return {
    /** Those that concern the holder of a grid (domain `sharesLayer`), by name. */
    async list(holder: GridNo): Promise<MapScene[]> {
      const rows = await db.selectFrom('map_scene').selectAll().orderBy('name').execute();
      return rows.filter((row) => sharesLayer(holder, row.grid_no)).map(sceneOf);
    },

    /** @returns the folder that nothing names any more; null when the scene is new */
    async put({ position, ...scene }: NewScene): Promise<string | null> {
      const { rows } = await sql<{ folder: string }>`select folder from map_scene where name = ${scene.name} for update`.execute(db);
      const values = {
        ...{ kind: scene.kind, grid_no: scene.gridNo, schematic: scene.schematic, folder: scene.folder, entry: scene.entry },
        ...{ lng: position?.lng ?? null, lat: position?.lat ?? null, height_metres: scene.heightMetres },
        ...{ heading_degrees: scene.headingDegrees, scale: scene.scale, levels: [...scene.levels], updated_at: clock() },
      };
      await db
        .insertInto('map_scene')
        .values({ id: randomUUID(), name: scene.name, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute();
      return rows[0]?.folder ?? null;
    },
  };
}

const sceneOf = (row: Selectable<MapSceneTable>): MapScene => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  gridNo: row.grid_no,
  schematic: row.schematic,
  folder: row.folder,
  entry: row.entry,
  position: row.lng === null || row.lat === null ? null : { lng: row.lng, lat: row.lat },
  heightMetres: row.height_metres,
  headingDegrees: row.heading_degrees,
  scale: row.scale,
  levels: row.levels,
});
