// Opens a place in a map app of the phone. Chinese maps use GCJ-02 (国测局坐标); this product uses WGS 84.
import { wgs84ToGcj02 } from '@lookout/geo/datum';

interface Place {
  readonly lng: number;
  readonly lat: number;
  readonly name: string;
}

const DIGITS = 6;

/**
 * The links, with names encoded. `geo:` is RFC 5870 with the label of Android's map apps; it is in GCJ-02 like the others, since the apps
 * on phones in China read it that way. Amap and Baidu: their URI schemes for walking to a place.
 */
export function mapAppLinks({ lng, lat, name }: Place): { readonly geo: string; readonly amap: string; readonly baidu: string } {
  const [x, y] = wgs84ToGcj02([lng, lat]).map((degrees) => degrees.toFixed(DIGITS)) as [string, string];
  const label = encodeURIComponent(name);
  return {
    geo: `geo:${y},${x}?q=${y},${x}(${label})`,
    amap: `https://uri.amap.com/navigation?to=${x},${y},${label}&mode=walk&coordinate=gaode&callnative=1&src=lookout`,
    baidu: `https://api.map.baidu.com/direction?destination=${encodeURIComponent(`latlng:${y},${x}|name:${name}`)}&coord_type=gcj02&mode=walking&output=html&src=lookout`,
  };
}
