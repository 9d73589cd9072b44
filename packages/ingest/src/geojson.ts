// GeoJSON → its features and their coordinate system.
import { fileFault } from '@lookout/domain';
import { textOfFile } from './encoding.ts';
import { type CoordinateSystem, systemOfGeoJson } from './placing/index.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Features from any reader, as they are in the file, with their coordinate system. */
export interface FoundFeatures {
  readonly system: CoordinateSystem;
  readonly features: readonly unknown[];
}

/** @throws UnreadableFile when it is not a FeatureCollection, or its coordinate system cannot be used */
export async function readGeoJson(bytes: Uint8Array): Promise<FoundFeatures> {
  const text = textOfFile(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableFile(fileFault('not-geojson'));
  }
  const { type, features, crs } = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  if (type !== 'FeatureCollection' || !Array.isArray(features)) throw new UnreadableFile(fileFault('not-a-feature-collection'));
  const system = systemOfGeoJson(crs);
  if ('code' in system) throw new UnreadableFile(system);
  return { system, features };
}
