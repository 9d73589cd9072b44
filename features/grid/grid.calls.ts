// Grid tree and boundaries.

import { gridNo, row } from '@lookout/contract';
import { z } from 'zod';

export const gridNode = z.object({
  no: z.string(),
  name: z.string(),
  level: z.enum(['nation', 'province', 'prefecture', 'county', 'town', 'village']),
  fullName: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** The position is that of the next grid above, because the grid's own position is not known; absent: its own position. */
  approximate: z.literal(true).optional(),
});

export type GridTree = { readonly no: string; readonly name: string; readonly children: readonly GridTree[] };
export const gridTree: z.ZodType<GridTree> = z.object({
  no: z.string(),
  name: z.string(),
  get children() {
    return z.array(gridTree).readonly();
  },
});

const gridQuery = z.object({ gridNo: gridNo.nullish() });
const inGrid = { permission: 'session', scope: 'list', effect: 'read' } as const;

const tree = (path: string, summary: string) =>
  row({ method: 'GET', path, summary, ...inGrid, envelope: 'list', query: gridQuery, reply: gridTree });

export const areaData = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  level: gridNode.shape.level,
  areasPoint: z.string().nullable(),
  centerLocationPoint: z.string().nullable(),
  approximate: z.boolean(),
});

/** A name as displayed on the map. */
export const mapName = z.object({
  gridNo: z.string(),
  /** The short name, to save room: 阿坝州. */
  name: z.string(),
  /** In Latin letters, without the type of the grid; null: not known. */
  latinName: z.string().nullable(),
  level: z.enum(['province', 'prefecture', 'county', 'town']),
  /** This town is the seat of its county. */
  isSeat: z.boolean(),
  longitude: z.number(),
  latitude: z.number(),
});
export type MapNameRow = z.output<typeof mapName>;

/** GeoJSON as files (specification §7 "local /json files"); `{file}` is `<grid number>.json`. */
export const GEOJSON_FILES = {
  boundaries: { path: '/json/boundaries/{file}', summary: '边界文件 <网格编号>.json（GeoJSON）：网格本身与其下一级' },
  home: { path: '/json/home/{file}', summary: '初始视野文件 <网格编号>.json（GeoJSON）：一个点，heightMetres 为视高（米）' },
} as const;

export const gridCalls = {
  gridSecondLevel: tree('/resource/api/grid/listSecondLevelGridTrees', '网格与其下一级'),
  gridTree: tree('/resource/api/grid/listGridNewTrees', '网格树：省、市、县'),
  gridTreeWithTowns: tree('/resource/api/grid/listGridTreesNew', '网格树，含乡镇（须指定地州、区县或其下）'),
  grid: row({
    method: 'GET',
    path: '/resource/api/grid/getGrid',
    summary: '一个网格',
    ...inGrid,
    envelope: 'data',
    query: gridQuery,
    reply: gridNode,
  }),
  areaData: row({
    method: 'GET',
    path: '/resource/api/grid/getAreaData',
    summary: '网格的边界：本级、下一级，或其中所有地州、区县的概略边界（约 1 公里）',
    ...inGrid,
    embeds: ['boundaries', 'danger', 'wall'],
    envelope: 'list',
    query: gridQuery.extend({ level: z.enum(['self', 'children', 'prefectures', 'counties']).default('self') }),
    reply: areaData,
  }),
  // Place names are not restricted to a grid: a map also shows those of neighbouring grids.
  mapNames: row({
    method: 'GET',
    path: '/resource/api/grid/listMapNames',
    summary: '地图上的地名：不指定时为各省与地州，指定省时为其区县与位置已知的乡镇',
    permission: 'session',
    scope: 'none',
    embeds: 'every',
    envelope: 'list',
    effect: 'read',
    query: z.object({ province: gridNo.nullish() }),
    reply: mapName,
  }),
};
