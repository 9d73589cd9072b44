// Why a file or one of its rows is rejected: codes with parameters. The readers (packages/ingest) raise them, and the catalogue of errors
// (packages/contract) has their messages. The compiler checks both against this table.

import type { KnownCoverScheme } from './land-cover.ts';

type None = Readonly<Record<never, never>>;
/** The content of the cell; null: there is no such column. */
type Found = {
  readonly found: string | null;
};
type Epsg = {
  readonly epsg: number;
};
/** Degrees. */
type LngLat = {
  readonly lng: number;
  readonly lat: number;
};
/** The message of a library, in its own language. */
type Detail = {
  readonly detail: string;
};
/** The cause: another fault, or the message of a library. */
type Why<C extends FileFaultCode> = {
  readonly why: FileFault<C> | string;
};

/** What the file is instead of a sheet. */
export type NotASheet =
  | 'xlsb'
  | 'word'
  | 'powerpoint'
  | 'ods'
  | 'archive'
  | 'old-office'
  | 'pdf'
  | 'picture'
  | 'binary'
  | 'markup'
  | 'json';
/** What is wrong in a document of XML. */
export type XmlFault =
  | 'tag-open'
  | 'tags-crossed'
  | 'text-outside'
  | 'doctype'
  | 'too-deep'
  | 'too-many-attributes'
  | 'too-many-elements'
  | 'too-many-entities';
type MergedCells = {
  readonly direction: 'across' | 'down';
  /** The cell as Excel names it: B3. */
  readonly cell: string;
};
type ZipCode =
  | 'not-a-zip'
  | 'zip-name-encoding'
  | 'zip-name-outside'
  | 'zip-encrypted'
  | 'zip-method'
  | 'zip-directory-broken'
  | 'zip-unpacks-too-large'
  | 'zip-entry-broken';

export interface FileFaultParams {
  'file-empty': None;
  'file-larger-than': { readonly megabytes: number };
  /** Detected only by a reader with a separate heap. */
  'file-unpacks-too-large': None;
  /** A reader has this much time for one file. */
  'file-takes-too-long': { readonly seconds: number };
  'file-not-json': None;
  /** `stated`: the encoding that the file states, as it spells it; null: none. */
  'text-encoding': { readonly stated: string | null };
  /** The text contains the replacement character, which another program wrote for what it could not decode. */
  'text-damaged': { readonly text: string };
  'line-too-long': { readonly most: number };
  'line-encoding': None;
  'line-with-nul': None;
  'columns-counted': { readonly wanted: number; readonly found: number };

  'satellite-header-unreadable': { readonly fault: LineFault };
  'satellite-columns-missing': { readonly columns: readonly string[] };
  'satellite-columns-doubled': None;
  'satellite-json-without-rows': None;
  'row-not-an-object': None;
  'satellite-latitude': Found;
  'satellite-longitude': Found;
  'satellite-time': { readonly date: string | null; readonly time: string | null };
  'satellite-time-in-future': { readonly date: string; readonly time: string };
  'satellite-name': Found;
  'satellite-confidence': Found;
  'satellite-measure': Found & { readonly column: string };

  'not-a-sheet': { readonly is: NotASheet };
  'csv-quotes': { readonly line: number };
  'workbook-empty': None;
  'workbook-too-wide': None;
  'workbook-broken': Why<ZipCode | 'workbook-unpacks-too-large' | 'merged-cells-overlap' | 'column-formats-overlap'>;
  'workbook-unpacks-too-large': { readonly megabytes: number };
  'merged-cells-overlap': None;
  'column-formats-overlap': None;
  'merged-header': MergedCells & { readonly line: number };
  'merged-cells': MergedCells;
  'sheet-columns': {
    readonly line: number;
    readonly missing: readonly string[];
    readonly unknown: readonly string[];
    readonly doubled: readonly string[];
    readonly usable: readonly string[];
  };
  'columns-too-many': { readonly most: number; readonly found: number };
  /** Columns are counted from 1. */
  'cell-without-header': { readonly column: number };
  'cell-needed': None;
  'cell-error-value': { readonly value: string };
  'cell-formula-without-result': None;
  'cell-number-too-long': None;
  /** The cell has a character that the store or an output cannot contain. */
  'cell-not-storable': None;

  'not-a-zip': None;
  /** Entries are counted from 1, folders included. */
  'zip-name-encoding': { readonly entry: number };
  'zip-name-outside': { readonly name: string };
  'zip-encrypted': None;
  'zip-method': { readonly method: number; readonly name: string };
  'zip-directory-broken': None;
  'zip-unpacks-too-large': None;
  'zip-entry-broken': { readonly name: string };

  'layer-format': { readonly extension: string };
  'not-geojson': None;
  'not-a-feature-collection': None;
  'not-a-shapefile': Why<ZipCode | 'without-shp' | 'shp-damaged' | 'dbf-damaged'>;
  'without-shp': None;
  /** Records are counted from 1; 0: the header. */
  'shp-damaged': { readonly record: number };
  'dbf-damaged': None;
  'not-kml': { readonly why: FileFault<'without-kml'> };
  'xml-broken': { readonly why: XmlFault; readonly line: number };
  'without-kml': None;
  'layer-without-features': None;
  'not-a-feature': None;
  /** `any`: points, lines and areas; `area`: polygons only. */
  'shape-type': { readonly wanted: 'any' | 'area' | 'line' | 'point'; readonly found: string | null };
  'shape-empty': None;
  'polygon-without-ring': None;
  /** The rings overlap so often that their holes cannot be assigned in time. */
  'rings-too-many': None;
  'ring-too-short': { readonly least: 3 | 4 };
  'line-shape-too-short': None;
  'point-not-coordinates': None;
  'coordinates-not-degrees': LngLat;
  /** `name`: the name of the projected system. */
  'point-outside-projection': { readonly x: number; readonly y: number; readonly name: string };

  /** What a device without a fix sends. */
  'position-zero': None;
  /** Longitude and latitude are swapped. */
  'position-swapped': LngLat;
  /** The position is outside the range in which China lies. */
  'position-outside': LngLat;

  'elevation-packed': None;
  'not-elevation': None;
  'elevation-without-heights': None;
  'elevation-off-earth': None;
  'hgt-name': None;
  'hgt-corner': { readonly name: string };
  'hgt-size': { readonly bytes: number };
  'file-became-shorter': None;
  'geotiff-unreadable': Detail;
  'geotiff-compression': { readonly method: string };
  'geotiff-row-damaged': Detail & { readonly row: number };
  'geotiff-too-small': { readonly columns: number; readonly rows: number };
  'geotiff-bands': { readonly bands: number };
  'geotiff-eight-bits': None;
  'geotiff-without-place': None;
  'geotiff-without-system': None;
  'height-unit-unknown': { readonly epsg: string };
  'length-unit-unknown': { readonly epsg: number | null };
  'system-unknown': Epsg;
  /** `epsg` null: the file states no code. */
  'system-shifted': { readonly system: 'beijing-1954' | 'xian-1980'; readonly epsg: number | null };
  'system-not-understood': { readonly name: string };
  /** The file names a datum that is not within metres of WGS 84. */
  'datum-other': { readonly name: string };
  'geodetic-system-unknown': Epsg;
  'datum-unknown': Epsg;
  'projection-unknown': Epsg;
  'projection-without-method': None;
  'projection-method-unknown': { readonly method: number };
  'prime-meridian-unknown': Epsg;
  'angle-unit-unknown': Epsg;
  'ellipsoid-missing': None;
  'ellipsoid-other': { readonly metres: number };

  'cover-bands': { readonly bands: number };
  'cover-not-classes': { readonly found: string };
  'cover-without-classes': None;
  'cover-scheme-unknown': { readonly values: readonly number[] };
  /** `schemes`: the schemes that have all values. */
  'cover-scheme-several': { readonly values: readonly number[]; readonly schemes: readonly KnownCoverScheme[] };
  'cover-scheme-other': { readonly scheme: string; readonly values: readonly number[] };
  'canopy-bands': { readonly bands: number };
  'canopy-outside': { readonly name: string; readonly unit: string; readonly most: number };
  'canopy-fraction': None;

  'not-osm-pbf': None;
  'osm-pbf-unreadable': Detail;
  'osm-compression': { readonly method: string };
  'osm-too-many-nodes': { readonly most: number };
  'roads-without-lines': None;
  /** Degrees. */
  'roads-outside-china': { readonly west: number; readonly south: number; readonly east: number; readonly north: number };
  'roads-too-many-points': { readonly most: number };
  /** `columns`: where the reader searched for a class. */
  'road-class-missing': { readonly columns: readonly string[] };
  'road-class-unknown': { readonly found: string };
  'road-speed-limit': Found;
}

export type FileFaultCode = keyof FileFaultParams;
export type FileFault<C extends FileFaultCode = FileFaultCode> = {
  [K in C]: { readonly code: K; readonly params: FileFaultParams[K] };
}[C];

/** Faults of one line of text, before its columns are known. */
export type LineFault = FileFault<'line-too-long' | 'line-encoding' | 'line-with-nul'>;

export const fileFault = <C extends FileFaultCode>(
  code: C,
  ...[params]: keyof FileFaultParams[C] extends never ? [] : [params: FileFaultParams[C]]
): FileFault<C> => ({ code, params: params ?? {} }) as unknown as FileFault<C>;
