export * from './dem/index.ts';
export * from './firms.ts';
export * from './layers.ts';
export { UnreadableFile } from './lines.ts';
export * from './raster/geotiff.ts';
export { readTable, type Table, type TableColumn, type TableFault, type TableRow, type TableShape } from './table.ts';
export { gpxOf, kmlOf, TRACK_MEDIA_TYPES, type TrackPosition, type TrackToWrite } from './track-file.ts';
export { csvText, type SheetToWrite, workbookBytes } from './workbook.ts';
export * from './zip.ts';
