// Imported vector layers: the layers, and their features by box, by place and by name.
import { randomUUID } from 'node:crypto';
import type { GridNo, Position } from '@lookout/domain';
import type { Clock, Limit, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, isAnyOf, isUuid, jsonText } from '@lookout/store/sql.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { MapLayerTable, MapSceneTable } from './map-layer.tables.ts';
import { type SceneKind, sharesLayer, type VectorLayer, type VectorLayerKind } from './map-layer.ts';

/** Degrees: west, south, east, north. */
export type LayerBox = readonly [number, number, number, number];

export interface NewLayer {
  readonly kind: VectorLayerKind;
  /** Replaces a layer of the same name. */
  readonly name: string;
  readonly gridNo: GridNo;
  readonly schematic: boolean;
}

export interface NewFeature {
  readonly name: string;
  /** Style class of a road; null for other kinds. */
  readonly class: string | null;
  readonly box: LayerBox;
  readonly areaHectares: number | null;
  readonly lengthKilometres: number | null;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** GeoJSON (RFC 7946), WGS 84 degrees. */
  readonly geometry: { readonly type: string; readonly coordinates: unknown };
}

export interface MapFeature extends NewFeature {
  readonly id: string;
  readonly layerId: string;
  readonly kind: VectorLayerKind;
}

export interface FeatureFilters {
  /** The layers to search: those visible to the caller, as returned by `list`. */
  readonly layerIds: readonly string[];
  readonly name?: string | undefined;
  /** Features whose box touches this one. */
  readonly box?: LayerBox | undefined;
}

export function mapLayersRepository(db: Db, clock: Clock) {
  const matching = ({ layerIds, name, box }: FeatureFilters) =>
    allOf([
      isAnyOf('map_feature.layer_id', layerIds.filter(isUuid), 'uuid'),
      ...(name === undefined ? [] : [contains('map_feature.name', name)]),
      ...(box === undefined ? [] : [touches(box)]),
    ]);

  return {
    /** Layers visible in a grid (domain `sharesLayer`), by kind and name; empty layers too. */
    async list(holder: GridNo): Promise<VectorLayer[]> {
      const rows = await sql<LayerRow>`
        select id, kind, name, grid_no, schematic, version, feature_count, (extent[1])[0] as west, (extent[1])[1] as south,
          (extent[0])[0] as east, (extent[0])[1] as north
        from map_layer order by kind, name`.execute(db);
      return rows.rows.filter((row) => sharesLayer(holder, row.grid_no)).map(layerOf);
    },

    /** Recreates a layer without features. In one transaction with `addFeatures` and `complete`: until then readers see the old layer. */
    async begin({ kind, name, gridNo, schematic }: NewLayer): Promise<string> {
      const { rows } = await sql<{ id: string }>`
        insert into map_layer (id, kind, name, grid_no, schematic, version, feature_count, updated_at)
        values (${randomUUID()}, ${kind}, ${name}, ${gridNo}, ${schematic}, 1, 0, ${clock()})
        on conflict (name) do update set kind = excluded.kind, grid_no = excluded.grid_no, schematic = excluded.schematic,
          version = map_layer.version + 1, updated_at = excluded.updated_at
        returning id`.execute(db);
      const id = rows[0]?.id;
      if (id === undefined) throw new Error('a layer that was written has no id');
      await db.deleteFrom('map_feature').where('layer_id', '=', id).execute();
      return id;
    },

    async addFeatures(layerId: string, features: readonly NewFeature[]): Promise<void> {
      const rows = features.map(({ box: [west, south, east, north], ...feature }) => ({ ...feature, west, south, east, north }));
      await sql`
        insert into map_feature (layer_id, name, class, extent, span, area_hectares, length_kilometres, attributes, geometry)
        select ${layerId}::uuid, name, class, box(point(west, south), point(east, north)), greatest(east - west, north - south),
          "areaHectares", "lengthKilometres", attributes, geometry
        from json_to_recordset(${jsonText(rows)}::json) as f(name text, class text, west float8, south float8, east float8, north float8,
          "areaHectares" float8, "lengthKilometres" float8, attributes jsonb, geometry json)`.execute(db);
    },

    /** Counts the features and measures the layer. */
    async complete(layerId: string): Promise<void> {
      await sql`
        update map_layer set feature_count = f.count, extent = f.extent
        from (select count(*)::int as count, box(point(min((extent[1])[0]), min((extent[1])[1])), point(max((extent[0])[0]),
          max((extent[0])[1]))) as extent from map_feature where layer_id = ${layerId}::uuid) f
        where id = ${layerId}::uuid`.execute(db);
    },

    /** @returns false when there is no layer of that name */
    async remove(name: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('map_layer').where('name', '=', name).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /**
     * The input of a tile: JSON text of `[name, latinName, class, geometry]` for each feature that touches the box and is not smaller than
     * `minSpan` degrees (points are included at any size), largest first, at most `limit`. It is one text, because the tile is made in a
     * worker thread.
     */
    async tileText(layerId: string, box: LayerBox, minSpan: number, limit: number): Promise<string> {
      const { rows } = await sql<{ text: string | null }>`
        select string_agg(json_build_array(name, latin_name, class, geometry)::text, ',') as text from (
          select name, ${latinName} as latin_name, class, geometry from map_feature
          where layer_id = ${layerId}::uuid and ${touches(box)} and (span >= ${minSpan} or span = 0)
          order by span desc, id limit ${limit}
        ) f`.execute(db);
      return `[${rows[0]?.text ?? ''}]`;
    },

    /** The nearest features by the distance of their boxes, in degrees: candidates whose true distance the caller computes. */
    async nearest(filters: FeatureFilters, { lng, lat }: Position, { limit }: Limit): Promise<MapFeature[]> {
      const { rows } = await sql<FeatureRow>`
        select ${featureColumns} from map_feature join map_layer on map_layer.id = layer_id
        where ${matching(filters)} order by map_feature.extent <-> point(${lng}::float8, ${lat}::float8) limit ${limit}`.execute(db);
      return rows.map(featureOf);
    },

    /** Sorted by name. */
    async features(filters: FeatureFilters, { offset, limit }: PageRequest): Promise<{ total: number; list: MapFeature[] }> {
      const { rows: counted } = await sql<{
        count: number;
      }>`select count(*)::int as count from map_feature where ${matching(filters)}`.execute(db);
      const { rows } = await sql<FeatureRow>`
        select ${featureColumns} from map_feature join map_layer on map_layer.id = layer_id
        where ${matching(filters)} order by map_feature.name, map_feature.id limit ${limit} offset ${offset}`.execute(db);
      return { total: counted[0]?.count ?? 0, list: rows.map(featureOf) };
    },
  };
}

const featureColumns = sql`map_feature.id, layer_id, map_layer.kind, map_feature.name, class, (map_feature.extent[1])[0] as west,
  (map_feature.extent[1])[1] as south, (map_feature.extent[0])[0] as east, (map_feature.extent[0])[1] as north, area_hectares,
  length_kilometres, attributes, geometry`;

/** Attributes that contain a feature's name in Latin letters: of OpenStreetMap, of files derived from it, and of our own files. */
const LATIN_NAME_FIELDS = ['name:en', 'name_en', 'NAME_EN', '英文名', '英文名称'] as const;
const latinName = sql`coalesce(${sql.join(LATIN_NAME_FIELDS.map((field) => sql`attributes->>${field}`))})`;

const touches = ([west, south, east, north]: LayerBox) =>
  sql<SqlBool>`map_feature.extent && box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;

interface Corners {
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
}
type LayerRow = Omit<Selectable<MapLayerTable>, 'updated_at'> & Corners;

interface FeatureRow extends Corners {
  readonly id: string;
  readonly layer_id: string;
  readonly kind: VectorLayerKind;
  readonly name: string;
  readonly class: string | null;
  readonly area_hectares: number | null;
  readonly length_kilometres: number | null;
  readonly attributes: Record<string, string | number>;
  readonly geometry: NewFeature['geometry'];
}

const boxOf = ({ west, south, east, north }: Corners): LayerBox => [west ?? 0, south ?? 0, east ?? 0, north ?? 0];

const layerOf = (row: LayerRow): VectorLayer => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  gridNo: row.grid_no,
  schematic: row.schematic,
  featureCount: row.feature_count,
  box: boxOf(row),
  version: row.version,
});

const featureOf = (row: FeatureRow): MapFeature => ({
  id: row.id,
  layerId: row.layer_id,
  kind: row.kind,
  name: row.name,
  class: row.class,
  box: boxOf(row),
  areaHectares: row.area_hectares,
  lengthKilometres: row.length_kilometres,
  attributes: row.attributes,
  geometry: row.geometry,
});

// Imported 3D scenes: their place, and the folder of their files under DATA_DIR.

export interface NewScene {
  readonly kind: SceneKind;
  /** Replaces a scene of the same name. */
  readonly name: string;
  readonly gridNo: GridNo;
  readonly schematic: boolean;
  /** A folder under `scenes` with a random name. It is created once and never changed. */
  readonly folder: string;
  /** The root file, relative to the folder; for `levels`, relative to each level's folder. */
  readonly entry: string;
  /** null: the files contain the position. */
  readonly position: Position | null;
  readonly heightMetres: number | null;
  readonly headingDegrees: number;
  readonly scale: number;
  readonly levels: readonly number[];
}

export interface MapScene extends NewScene {
  readonly id: string;
}

export function mapScenesRepository(db: Db, clock: Clock) {
  return {
    /** Scenes visible in a grid (domain `sharesLayer`), by name. */
    async list(holder: GridNo): Promise<MapScene[]> {
      const rows = await db.selectFrom('map_scene').selectAll().orderBy('name').execute();
      return rows.filter((row) => sharesLayer(holder, row.grid_no)).map(sceneOf);
    },

    /** @returns the folder that is no longer used; null when the scene is new */
    async put({ position, ...scene }: NewScene): Promise<string | null> {
      const { rows } = await sql<{ folder: string }>`select folder from map_scene where name = ${scene.name} for update`.execute(db);
      const values = {
        kind: scene.kind,
        grid_no: scene.gridNo,
        schematic: scene.schematic,
        folder: scene.folder,
        entry: scene.entry,
        lng: position?.lng ?? null,
        lat: position?.lat ?? null,
        height_metres: scene.heightMetres,
        heading_degrees: scene.headingDegrees,
        scale: scene.scale,
        levels: [...scene.levels],
        updated_at: clock(),
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
