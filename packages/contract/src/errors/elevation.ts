// Errors of elevation files. The codes and their parameters are domain's (`FileFaultParams`).
import type { FileFaultCode, FileFaultParams } from '@lookout/domain';
import { type ErrorEntry, invalid } from './entry.ts';
import type { rowErrors } from './files.ts';

type P<C extends FileFaultCode> = FileFaultParams[C];

/** Everything that the other table leaves. */
type Left = Exclude<FileFaultCode, keyof typeof rowErrors>;

const SYSTEMS: Readonly<Record<P<'system-shifted'>['system'], readonly [zh: string, en: string]>> = {
  'beijing-1954': ['北京 1954', 'Beijing 1954'],
  'xian-1980': ['西安 1980', "Xi'an 1980"],
};
const TO_WGS84_ZH = '请先转换到 WGS 84（EPSG:4326）';
const TO_WGS84_EN = 'please convert it to WGS 84 (EPSG:4326) first';

export const elevationErrors = {
  'elevation-packed': invalid('这是压缩文件，请先解压', 'This is an archive; please unpack it first'),
  'not-elevation': invalid(
    '不是高程文件：应为 GeoTIFF，或文件名如 N31E103.hgt 的 SRTM',
    'This is no elevation file: a GeoTIFF is needed, or SRTM with a name like N31E103.hgt',
  ),
  'elevation-without-heights': invalid('文件里没有一个像元有高程', 'No cell of the file has a height'),
  'elevation-off-earth': invalid(
    '位置不在地球上：坐标系或左上角写错了',
    'It does not lie on the Earth: its coordinate system or its upper left corner is wrong',
  ),
  'hgt-name': invalid(
    '.hgt 的文件名应给出西南角，例如 N31E103.hgt',
    'The name of an .hgt file must give its south-west corner, such as N31E103.hgt',
  ),
  'hgt-corner': invalid<P<'hgt-corner'>>(
    ({ name }) => `文件名里的西南角不在地球上：${name}`,
    ({ name }) => `The south-west corner in the file's name is not on the Earth: ${name}`,
  ),
  'hgt-size': invalid<P<'hgt-size'>>(
    ({ bytes }) => `不是 1″（3601×3601）或 3″（1201×1201）的 .hgt：大小为 ${bytes} 字节`,
    ({ bytes }) => `This is no .hgt of 1″ (3601×3601) or 3″ (1201×1201): it has ${bytes} bytes`,
  ),
  'file-became-shorter': invalid('文件在读取时变短了', 'The file became shorter while it was read'),
  'geotiff-unreadable': invalid<P<'geotiff-unreadable'>>(
    ({ detail }) => `不是能读的 GeoTIFF（${detail}）`,
    ({ detail }) => `This is no GeoTIFF that can be read (${detail})`,
  ),
  'geotiff-row-damaged': invalid<P<'geotiff-row-damaged'>>(
    ({ row, detail }) => `第 ${row} 行附近已损坏，读不出来（${detail}）`,
    ({ row, detail }) => `It is damaged near row ${row} and cannot be read (${detail})`,
  ),
  'geotiff-too-small': invalid<P<'geotiff-too-small'>>(
    ({ columns, rows }) => `只有 ${columns}×${rows} 个像元（文件不完整？）`,
    ({ columns, rows }) => `It has only ${columns}×${rows} cells (is the file complete?)`,
  ),
  'geotiff-bands': invalid<P<'geotiff-bands'>>(
    ({ bands }) => `有 ${bands} 个波段，高程应只有一个（这是影像？）`,
    ({ bands }) => `It has ${bands} bands; elevation has only one (is it imagery?)`,
  ),
  'geotiff-eight-bits': invalid('是 8 位图像，不是高程', 'This is an image of 8 bits, not elevation'),
  'geotiff-without-place': invalid(
    '没有写明位置（ModelTiepoint 与 ModelPixelScale，或 ModelTransformation）',
    'It does not say where it lies (ModelTiepoint with ModelPixelScale, or ModelTransformation)',
  ),
  'geotiff-without-system': invalid(
    '没有写明坐标系（GeoKeys），无法放到地图上',
    'It names no coordinate system (GeoKeys) and cannot be placed on the map',
  ),
  'height-unit-unknown': invalid<P<'height-unit-unknown'>>(
    ({ epsg }) => `不认识高程单位 EPSG:${epsg}`,
    ({ epsg }) => `The unit of height EPSG:${epsg} is not known`,
  ),
  'length-unit-unknown': invalid<P<'length-unit-unknown'>>(
    ({ epsg }) => `不认识长度单位 ${epsg}`,
    ({ epsg }) => `The unit of length ${epsg} is not known`,
  ),
  'system-unknown': invalid<P<'system-unknown'>>(
    ({ epsg }) => `不认识坐标系 EPSG:${epsg}，${TO_WGS84_ZH}`,
    ({ epsg }) => `The coordinate system EPSG:${epsg} is not known; ${TO_WGS84_EN}`,
  ),
  'system-shifted': invalid<P<'system-shifted'>>(
    ({ system, epsg }) => `坐标系 ${SYSTEMS[system][0]}（EPSG:${epsg}）与 WGS 84 相差上百米，请先转换到 CGCS2000 或 WGS 84`,
    ({ system, epsg }) =>
      `The coordinate system ${SYSTEMS[system][1]} (EPSG:${epsg}) is a hundred metres off WGS 84; please convert it to CGCS2000 or WGS 84 first`,
  ),
  'geodetic-system-unknown': invalid<P<'geodetic-system-unknown'>>(
    ({ epsg }) => `不认识大地坐标系 EPSG:${epsg}，${TO_WGS84_ZH}`,
    ({ epsg }) => `The geodetic system EPSG:${epsg} is not known; ${TO_WGS84_EN}`,
  ),
  'datum-unknown': invalid<P<'datum-unknown'>>(
    ({ epsg }) => `不认识大地基准 EPSG:${epsg}，${TO_WGS84_ZH}`,
    ({ epsg }) => `The geodetic datum EPSG:${epsg} is not known; ${TO_WGS84_EN}`,
  ),
  'projection-unknown': invalid<P<'projection-unknown'>>(
    ({ epsg }) => `不认识投影 EPSG:${epsg}`,
    ({ epsg }) => `The projection EPSG:${epsg} is not known`,
  ),
  'projection-without-method': invalid('自定义投影没有写明投影方法', 'A projection of its own names no method'),
  'projection-method-unknown': invalid<P<'projection-method-unknown'>>(
    ({ method }) => `不认识投影方法 ${method}（ProjCoordTransGeoKey）`,
    ({ method }) => `The method of projection ${method} is not known (ProjCoordTransGeoKey)`,
  ),
  'prime-meridian-unknown': invalid<P<'prime-meridian-unknown'>>(
    ({ epsg }) => `不认识本初子午线 EPSG:${epsg}`,
    ({ epsg }) => `The prime meridian EPSG:${epsg} is not known`,
  ),
  'angle-unit-unknown': invalid<P<'angle-unit-unknown'>>(
    ({ epsg }) => `不认识角度单位 EPSG:${epsg}`,
    ({ epsg }) => `The unit of angle EPSG:${epsg} is not known`,
  ),
  'ellipsoid-missing': invalid('自定义坐标系没有写明椭球', 'A coordinate system of its own names no ellipsoid'),
  'ellipsoid-other': invalid<P<'ellipsoid-other'>>(
    ({ metres }) => `椭球长半轴 ${metres} 米不是 WGS 84 或 CGCS2000，请先转换`,
    ({ metres }) => `An ellipsoid with a semi-major axis of ${metres} m is neither WGS 84 nor CGCS2000; please convert it first`,
  ),
} satisfies { readonly [C in Left]: ErrorEntry<'invalid', FileFaultParams[C]> };
