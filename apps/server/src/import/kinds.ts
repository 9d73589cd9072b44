// What can be imported: the kinds of the command, each with its options and additional actions.
import { BOUNDARY_OPTIONS, importBoundaries } from './boundaries.ts';
import { importCameras } from './cameras.ts';
import { CANOPY_OPTIONS, importCanopy, listCanopy, removeCanopy } from './canopy.ts';
import { importDem, listDem, removeDem } from './dem.ts';
import { importFirms } from './firms.ts';
import { importGrid } from './grid.ts';
import { importHazards } from './hazards.ts';
import type { ImportKind, SourceCommand } from './kind.ts';
import { importLandcover, LANDCOVER_OPTIONS, listLandcover, removeLandcover } from './landcover.ts';
import { importLayers, LAYER_OPTIONS } from './layers.ts';
import { importPeople } from './people.ts';
import { importResources } from './resources.ts';
import { importRoads, listRoads, ROAD_OPTIONS, rejoinRoads, removeRoads } from './roads.ts';
import { importScene, SCENE_OPTIONS } from './scene.ts';

/** Kinds without options. */
export const kinds: Readonly<Record<string, ImportKind>> = {
  firms: importFirms,
  people: importPeople,
  resources: importResources,
  cameras: importCameras,
  grid: importGrid,
  hazards: importHazards,
  dem: importDem,
};

/** Kinds with options: `--datum gcj02`. */
export const kindsWithOptions: Readonly<
  Record<string, { options: readonly string[]; make: (options: Record<string, string>) => ImportKind }>
> = {
  boundaries: { options: BOUNDARY_OPTIONS, make: importBoundaries },
  canopy: { options: CANOPY_OPTIONS, make: importCanopy },
  landcover: { options: LANDCOVER_OPTIONS, make: importLandcover },
  layers: { options: LAYER_OPTIONS, make: importLayers },
  roads: { options: ROAD_OPTIONS, make: importRoads },
  scene: { options: SCENE_OPTIONS, make: importScene },
};

/** Additional actions of a kind: `dem --remove NAME`. */
export const sourceCommands: Readonly<Record<string, Readonly<Record<string, SourceCommand>>>> = {
  dem: { '--list': listDem, '--remove': removeDem },
  canopy: { '--list': listCanopy, '--remove': removeCanopy },
  landcover: { '--list': listLandcover, '--remove': removeLandcover },
  roads: { '--list': listRoads, '--remove': removeRoads, '--rejoin': rejoinRoads },
};
