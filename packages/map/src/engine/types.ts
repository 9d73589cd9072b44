// The types through which the rest of the product uses the globe: plain numbers and records, never a Cesium object.
import type { GridNo } from '@lookout/domain';
import type { HomeView, MapMode, Region } from '@lookout/region';
import type { TileGround } from '../terrain/tiles.ts';
import type { Covered } from './fit.ts';

/** The camera at rest. Heights in metres; heading clockwise from north; pitch −90 is straight down. */
export interface RestingView {
  readonly lng: number;
  readonly lat: number;
  readonly heightMetres: number;
  readonly headingDegrees: number;
  readonly pitchDegrees: number;
  readonly mode: MapMode;
  /** Metres on the terrain per CSS pixel at the centre of the view, for the scale bar. */
  readonly metresPerPixel: number;
}

/** The object under the pointer. Marks take precedence over the terrain. */
export type Picked =
  | PickedMark
  | {
      readonly kind: 'alarm-count';
      readonly level: 'county' | 'prefecture';
      readonly gridNo: GridNo;
      readonly lng: number;
      readonly lat: number;
    }
  | { readonly kind: 'resource-count'; readonly level: 'prefecture' | 'county'; readonly lng: number; readonly lat: number }
  | { readonly kind: 'ground'; readonly lng: number; readonly lat: number; readonly heightMetres: number | null };

/** A mark of one object. */
export interface PickedMark {
  readonly kind: 'alarm' | 'fire' | 'task' | 'ranger' | 'burning' | 'resource' | 'hazard' | 'plot';
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
  /** Label of the mark on the map; absent: none. */
  readonly label?: string | undefined;
}

/** Click: opens a popup; double: flies there; right: opens a context menu; hover: what is under the pointer (sent when it changes). */
export interface PointerEvent {
  readonly gesture: 'click' | 'double' | 'right' | 'hover';
  /** null: the sky. Where marks overlap, the most important one. */
  readonly pick: Picked | null;
  /** For a click: the marks under the pointer, the most important first. */
  readonly marks?: readonly PickedMark[];
  /** CSS pixels from the container's top left. */
  readonly x: number;
  readonly y: number;
}

export interface Readout {
  readonly lng: number;
  readonly lat: number;
  /** Height of the terrain as drawn; null where it is not loaded. */
  readonly heightMetres: number | null;
}

export interface FlyTarget {
  readonly lng: number;
  readonly lat: number;
  /** Distance from the terrain at that place … */
  readonly rangeMetres?: number;
  /** … or height above the ellipsoid; with neither, the specification's fly-to height. */
  readonly heightMetres?: number;
  readonly headingDegrees?: number;
  /** Default: straight down. */
  readonly pitchDegrees?: number;
  /** Default 3; 0: jump. */
  readonly seconds?: number;
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export interface TerrainOptions extends Partial<TileGround> {
  /** '/terrain/{z}/{x}/{y}' */
  readonly urlTemplate: string;
  /** Must add the Authorization header. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

/** The installation's own elevation server. */
export interface OutsideGround {
  /** URL of the folder that contains layer.json. */
  readonly terrainUrl: string;
  /** Called when the server does not respond and our own terrain is drawn instead. Called once until it responds again. */
  readonly onTrouble: (reason: string) => void;
}

/** The language of the map's own labels; place names are shown unchanged. */
export type MapLanguage = 'zh' | 'en';

export interface GlobeOptions {
  readonly region: Region;
  /** Fixed for the lifetime of the globe; to change it, create a new globe. */
  readonly language: MapLanguage;
  /** URL of Cesium's Workers, Assets and ThirdParty, with a trailing slash. */
  readonly cesiumBaseUrl: string;
  readonly terrain: TerrainOptions;
  /** Target of the home button: the group's view, else the user's area. */
  readonly home: HomeView;
  /** Initial view (from a copied link); default: home. */
  readonly view?: Pick<RestingView, 'lng' | 'lat' | 'heightMetres'> & Partial<RestingView>;
  readonly onPointer: (event: PointerEvent) => void;
  /** Whether a position is being asked for: then the terrain is picked even under marks. */
  readonly picksGround?: () => boolean;
  /** The widths that panels cover now; `flyToBox` leaves them free. */
  readonly covered?: () => Covered;
  /** Called 200 ms after the camera came to rest, and after a change of mode. */
  readonly onRest: (view: RestingView) => void;
  /** Called when rendering has stopped for good (lost context): the shell reports it and offers a reload. */
  readonly onBroken: (reason: string) => void;
}
