// GCJ-02 (国测局坐标), the datum of published Chinese maps: WGS 84 shifted by 100 to 700 m by a formula; BD-09 is Baidu's, with a second shift.
// Everything in the product is WGS 84.
import library from 'gcoord';

// The library's types describe an ES module, which the web build uses; Node loads CommonJS, where the default is the library itself.
type Library = typeof library extends { readonly default: infer L } ? L : typeof library;
const gcoord = library as unknown as Library;

/** Iterations of the inverse; each reduces the error by some hundred times, so two are exact to a millimetre. */
const ROUNDS = 4;

/**
 * A position in GCJ-02 as WGS 84 degrees, to a millimetre. Outside the box of China, where GCJ-02 is not defined, unchanged.
 * The library's own inverse stops at 0.1 m.
 */
export function gcj02ToWgs84([lng, lat]: readonly [number, number]): [number, number] {
  let [x, y] = [lng, lat];
  for (let round = 0; round < ROUNDS; round++) {
    const [u, v] = wgs84ToGcj02([x, y]);
    [x, y] = [x - (u - lng), y - (v - lat)];
  }
  return [x, y];
}

/** A position in WGS 84 as GCJ-02 degrees. Outside the box of China unchanged. */
export const wgs84ToGcj02 = ([lng, lat]: readonly [number, number]): [number, number] =>
  gcoord.transform<[number, number]>([lng, lat], gcoord.WGS84, gcoord.GCJ02);

/** A position in BD-09 (百度) as WGS 84 degrees, to about a metre. Outside the box of China unchanged. */
export const bd09ToWgs84 = ([lng, lat]: readonly [number, number]): [number, number] =>
  gcj02ToWgs84(gcoord.transform<[number, number]>([lng, lat], gcoord.BD09, gcoord.GCJ02));
