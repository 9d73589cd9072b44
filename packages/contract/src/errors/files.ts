// Errors of files and of their rows: codes and parameters are domain's (`FileFaultParams`), the messages are here. A code without a message, or
// with other parameters, does not compile.
import {
  type FileFault,
  type FileFaultCode,
  type FileFaultParams,
  KNOWN_COVER_SCHEMES,
  type LineFault,
  type NotASheet,
  type XmlFault,
} from '@lookout/domain';
import { COVER_SCHEME_NAMES } from '../cover-schemes.ts';
import { type ErrorEntry, invalid, type Language } from './entry.ts';

type Message<C extends FileFaultCode> = { readonly [K in C]: ErrorEntry<'invalid', FileFaultParams[K]> };
type P<C extends FileFaultCode> = FileFaultParams[C];

const NO_CONTENT: Readonly<Record<Language, readonly [missing: string, empty: string]>> = {
  zh: ['（无此列）', '（空）'],
  en: ['(no such column)', '(empty)'],
};
/** The content of a cell. */
function cell(text: string | null, language: Language): string {
  const [missing, empty] = NO_CONTENT[language];
  return text === null ? missing : text === '' ? empty : text;
}

const lineErrors = {
  'line-too-long': invalid<P<'line-too-long'>>(
    ({ most }) => `一行超过 ${most} 个字符`,
    ({ most }) => `The line has more than ${most} characters`,
  ),
  'line-encoding': invalid(
    '含有无法识别的字符，编码不是 UTF-8 或 GB18030，或与前面各行不同；请另存为 UTF-8',
    'It has characters that cannot be read: it is neither UTF-8 nor GB18030, or not encoded as the lines before; save the file as UTF-8',
  ),
  'line-with-nul': invalid(
    '含有空字符，文件编码不是 UTF-8 或 GB18030',
    'It has NUL characters: the file is encoded neither in UTF-8 nor in GB18030',
  ),
} satisfies Message<LineFault['code']>;

const zipErrors = {
  'not-a-zip': invalid('不是 zip 压缩包', 'This is not a zip archive'),
  'zip-name-encoding': invalid<P<'zip-name-encoding'>>(
    ({ entry }) => `压缩包中第 ${entry} 个文件的文件名无法识别：编码不是 UTF-8 或 GB18030，请重新压缩`,
    ({ entry }) =>
      `The name of file ${entry} in the archive cannot be read: it is encoded neither in UTF-8 nor in GB18030; create the archive again`,
  ),
  'zip-name-outside': invalid<P<'zip-name-outside'>>(
    ({ name }) => `压缩包中的文件名指向外面：${name}`,
    ({ name }) => `The name of a file in the archive points outside the archive: ${name}`,
  ),
  'zip-encrypted': invalid('压缩包是加密的', 'The archive is encrypted'),
  'zip-method': invalid<P<'zip-method'>>(
    ({ method, name }) => `压缩方法不支持（${method}）：${name}`,
    ({ method, name }) => `This method of compression is not supported (${method}): ${name}`,
  ),
  'zip-directory-broken': invalid('压缩包的目录已损坏', 'The directory of the archive is damaged'),
  'file-unpacks-too-large': invalid(
    '文件展开后太大，服务器读不下：请拆成几个文件',
    'The file unpacks to more than the server can hold: split it',
  ),
  'file-takes-too-long': invalid<P<'file-takes-too-long'>>(
    ({ seconds }) => `文件在 ${seconds} 秒内没有读完，已停止：请简化或拆成几个文件`,
    ({ seconds }) => `The file could not be read within ${seconds} s: simplify it or split it`,
  ),
  'zip-unpacks-too-large': invalid(
    '压缩包解开后大得不合常理，没有解开',
    'The archive would unpack to an unreasonable size and was not unpacked',
  ),
  'zip-entry-broken': invalid<P<'zip-entry-broken'>>(
    ({ name }) => `压缩包中的文件已损坏：${name}`,
    ({ name }) => `A file in the archive is damaged: ${name}`,
  ),
} satisfies Partial<Message<FileFaultCode>>;

/** Errors that explain another error. */
const explaining = {
  ...zipErrors,
  'workbook-unpacks-too-large': invalid<P<'workbook-unpacks-too-large'>>(
    ({ megabytes }) => `解开后超过 ${megabytes} MB，请分成几个文件`,
    ({ megabytes }) => `it unpacks to more than ${megabytes} MB; please split it into several files`,
  ),
  'merged-cells-overlap': invalid('合并的单元格互相重叠', 'merged cells overlap'),
  'column-formats-overlap': invalid('列的格式互相重叠', 'formats of columns overlap'),
  'without-shp': invalid('没有 .shp', 'there is no .shp'),
  'shp-damaged': invalid<P<'shp-damaged'>>(
    ({ record }) => (record === 0 ? '.shp 的文件头已损坏' : `.shp 的第 ${record} 条记录已损坏`),
    ({ record }) => (record === 0 ? 'the header of the .shp is damaged' : `record ${record} of the .shp is damaged`),
  ),
  'dbf-damaged': invalid('.dbf 已损坏', 'the .dbf is damaged'),
  'without-kml': invalid('没有 <kml> 或 <gpx>', 'there is no <kml> or <gpx>'),
} satisfies Partial<Message<FileFaultCode>>;

type Explaining = FileFault<keyof typeof explaining>;
function whyIn(language: Language, why: Explaining | string): string {
  return typeof why === 'string' ? why : messageOf(explaining, why, language);
}

function messageOf<C extends FileFaultCode>(entries: Message<C>, { code, params }: FileFault<C>, language: Language): string {
  const message = entries[code as C][language] as string | ((params: unknown) => string);
  return typeof message === 'string' ? message : message(params);
}

const satelliteErrors = {
  'satellite-header-unreadable': invalid<P<'satellite-header-unreadable'>>(
    ({ fault }) => `第 1 行无法读取：${messageOf(lineErrors, fault, 'zh')}`,
    ({ fault }) => `Line 1 cannot be read: ${messageOf(lineErrors, fault, 'en')}`,
  ),
  'satellite-columns-missing': invalid<P<'satellite-columns-missing'>>(
    ({ columns }) => `不是 FIRMS 文件，第 1 行缺少列：${columns.join('、')}`,
    ({ columns }) => `This is not a FIRMS file; line 1 lacks the columns ${columns.join(', ')}`,
  ),
  'satellite-columns-doubled': invalid('第 1 行有重复的列名', 'Line 1 names a column twice'),
  'satellite-json-without-rows': invalid(
    'JSON 应为数组，或带 rows 数组的对象',
    'The JSON must be an array, or an object with an array `rows`',
  ),
  'row-not-an-object': invalid('不是对象', 'This is not an object'),
  'satellite-latitude': invalid<P<'satellite-latitude'>>(
    ({ found }) => `latitude 不是有效纬度：${cell(found, 'zh')}`,
    ({ found }) => `latitude is not a latitude: ${cell(found, 'en')}`,
  ),
  'satellite-longitude': invalid<P<'satellite-longitude'>>(
    ({ found }) => `longitude 不是有效经度：${cell(found, 'zh')}`,
    ({ found }) => `longitude is not a longitude: ${cell(found, 'en')}`,
  ),
  'satellite-time': invalid<P<'satellite-time'>>(
    ({ date, time }) => `acq_date、acq_time 不是有效时间：${cell(date, 'zh')} ${cell(time, 'zh')}`,
    ({ date, time }) => `acq_date and acq_time are not a time: ${cell(date, 'en')} ${cell(time, 'en')}`,
  ),
  'satellite-time-in-future': invalid<P<'satellite-time-in-future'>>(
    ({ date, time }) => `观测时间在未来：${date} ${time}`,
    ({ date, time }) => `The time of the observation is in the future: ${date} ${time}`,
  ),
  'satellite-name': invalid<P<'satellite-name'>>(
    ({ found }) => `satellite 为空或过长：${cell(found, 'zh')}`,
    ({ found }) => `satellite is empty or too long: ${cell(found, 'en')}`,
  ),
  'satellite-confidence': invalid<P<'satellite-confidence'>>(
    ({ found }) => `confidence 应为 0-100 或 low/nominal/high：${cell(found, 'zh')}`,
    ({ found }) => `confidence must be 0-100 or low/nominal/high: ${cell(found, 'en')}`,
  ),
  'satellite-measure': invalid<P<'satellite-measure'>>(
    ({ column, found }) => `${column} 不是有效数值：${cell(found, 'zh')}`,
    ({ column, found }) => `${column} is not a valid value: ${cell(found, 'en')}`,
  ),
} satisfies Partial<Message<FileFaultCode>>;

const NOT_A_SHEET: Readonly<Record<NotASheet, readonly [zh: string, en: string]>> = {
  xlsb: ['这是 Excel 二进制工作簿（.xlsb）', 'This is an Excel binary workbook (.xlsb)'],
  word: ['这是 Word 文档', 'This is a Word document'],
  powerpoint: ['这是 PowerPoint 文档', 'This is a PowerPoint document'],
  ods: ['这是 OpenDocument 表格（.ods）', 'This is an OpenDocument spreadsheet (.ods)'],
  archive: ['这是压缩文件', 'This is an archive'],
  'old-office': [
    '这是旧版（.xls）或加密的 Office 文件，请另存为不加密的 .xlsx',
    'This is an old (.xls) or encrypted Office file; please save it as .xlsx without encryption',
  ],
  pdf: ['这是 PDF 文件', 'This is a PDF file'],
  picture: ['这是图片', 'This is a picture'],
  binary: ['这是二进制文件', 'This is a binary file'],
  markup: ['这是网页或 XML 文件', 'This is a web page or an XML file'],
  json: ['这是 JSON 文件', 'This is a JSON file'],
};

const MERGED: Readonly<Record<P<'merged-cells'>['direction'], readonly [zh: string, en: string]>> = {
  across: ['有横向合并的单元格', 'cells are merged across columns'],
  down: ['有纵向合并的单元格', 'cells are merged across rows'],
};

function columnsZh({ line, missing, unknown, doubled, usable }: P<'sheet-columns'>): string {
  const lists = [
    ['缺少列', missing],
    ['不认识的列', unknown],
    ['重复的列', doubled],
  ] as const;
  const parts = lists.filter(([, names]) => names.length > 0).map(([title, names]) => `${title}：${names.join('、')}`);
  return `第 ${line} 行（表头）${parts.join('；')}。可用的列：${usable.join('、')}`;
}
function columnsEn({ line, missing, unknown, doubled, usable }: P<'sheet-columns'>): string {
  const lists = [
    ['missing columns', missing],
    ['unknown columns', unknown],
    ['columns named twice', doubled],
  ] as const;
  const parts = lists.filter(([, names]) => names.length > 0).map(([title, names]) => `${title}: ${names.join(', ')}`);
  return `Line ${line} (header): ${parts.join('; ')}. Columns that can be used: ${usable.join(', ')}`;
}

const sheetErrors = {
  'not-a-sheet': invalid<P<'not-a-sheet'>>(
    ({ is }) => `${NOT_A_SHEET[is][0]}，应为 Excel（.xlsx）或 CSV 文件`,
    ({ is }) => `${NOT_A_SHEET[is][1]}; an Excel (.xlsx) or CSV file is needed`,
  ),
  'csv-quotes': invalid<P<'csv-quotes'>>(
    ({ line }) => `不是有效的 CSV：第 ${line} 行开始的引号没有成对`,
    ({ line }) => `This is not valid CSV: the quote that begins in line ${line} is not paired`,
  ),
  'workbook-empty': invalid('工作簿里没有内容', 'The workbook is empty'),
  'workbook-too-wide': invalid(
    '工作表里有格式或内容的范围太大，请只把表格复制到新的工作簿',
    'The sheet has formats or contents over too large an area; please copy the table alone into a new workbook',
  ),
  'workbook-broken': invalid<P<'workbook-broken'>>(
    ({ why }) => `工作簿已损坏，无法打开（${whyIn('zh', why)}）`,
    ({ why }) => `The workbook is damaged and cannot be opened (${whyIn('en', why)})`,
  ),
  'merged-header': invalid<P<'merged-header'>>(
    ({ line, direction, cell: at }) => `第 ${line} 行${MERGED[direction][0]}（${at}）：表头应是一行，每列一格，上面不要有标题`,
    ({ line, direction, cell: at }) =>
      `Line ${line}: ${MERGED[direction][1]} (${at}); the header must be one row with a cell for each column and no title above it`,
  ),
  'merged-cells': invalid<P<'merged-cells'>>(
    ({ direction, cell: at }) => `${MERGED[direction][0]}（${at}）`,
    ({ direction, cell: at }) => `In this row ${MERGED[direction][1]} (${at})`,
  ),
  'sheet-columns': invalid<P<'sheet-columns'>>(columnsZh, columnsEn),
  'columns-too-many': invalid<P<'columns-too-many'>>(
    ({ most, found }) => `列太多：有 ${found} 列，最多 ${most} 列`,
    ({ most, found }) => `There are too many columns: ${found}, at most ${most}`,
  ),
  'cell-without-header': invalid<P<'cell-without-header'>>(
    ({ column }) => `第 ${column} 列有内容，但表头没有列名`,
    ({ column }) => `Column ${column} has a value, but no name in the header`,
  ),
  'cell-needed': invalid('不能为空', 'It cannot be empty'),
  'cell-error-value': invalid<P<'cell-error-value'>>(
    ({ value }) => `单元格是错误值 ${value}`,
    ({ value }) => `The cell is the error value ${value}`,
  ),
  'cell-formula-without-result': invalid(
    '公式没有计算结果，请在 Excel 中打开并保存一次',
    'The formula has no result; please open the file in Excel and save it once',
  ),
  'cell-not-storable': invalid(
    '含有无法保存的字符（控制字符等），请删去',
    'It has characters that cannot be stored (control characters and the like): delete them',
  ),
  'cell-number-too-long': invalid(
    '数字太长，Excel 已丢失后面的位数，请把单元格设为文本再填',
    'The number is too long and Excel has lost its last digits; please make the cell a text and enter it again',
  ),
} satisfies Partial<Message<FileFaultCode>>;

const SHAPES: Readonly<Record<P<'shape-type'>['wanted'], readonly [zh: string, en: string]>> = {
  any: ['点、线或面', 'a point, a line or an area'],
  area: ['面', 'an area'],
  line: ['线', 'a line'],
  point: ['点', 'a point'],
};

/** Names of the shapes in a file. Any other name is shown unchanged. */
const FOUND_SHAPES: Readonly<Partial<Record<string, readonly [zh: string, en: string]>>> = {
  Point: ['点', 'a point'],
  MultiPoint: ['多点', 'several points'],
  LineString: ['线', 'a line'],
  MultiLineString: ['多条线', 'several lines'],
  Polygon: ['面', 'an area'],
  MultiPolygon: ['多个面', 'several areas'],
  GeometryCollection: ['几种形状的组合', 'a collection of shapes'],
};

const XML_FAULTS: Readonly<Record<XmlFault, readonly [zh: string, en: string]>> = {
  'tag-open': ['标签、注释或 CDATA 没有写完，或没有结束标签', 'a tag, a comment or CDATA is not complete, or an element does not end'],
  'tags-crossed': ['结束标签与开始标签不一致', 'the end tag is not that of the element'],
  'text-outside': ['根元素以外还有内容', 'there is content outside the root element'],
  doctype: ['带有自己的文档类型定义（DOCTYPE），不读取', 'it has its own document type (DOCTYPE), which is not supported'],
  'too-deep': ['嵌套过深', 'elements are nested too deeply'],
  'too-many-attributes': ['一个元素的属性过多', 'an element has too many attributes'],
  'too-many-elements': ['元素过多，请分成几个文件', 'there are too many elements; please split the file'],
  'too-many-entities': ['没有定义的实体或没有转义的 & 过多', 'there are too many entities without a definition, or bare &'],
};

/** The projection whose metres were apparently taken for degrees. */
function projectionLike(x: number, y: number): readonly [zh: string, en: string] {
  const isNorthing = y > 300_000 && y < 6_100_000;
  const zone = Math.floor(x / 1_000_000);
  const isInZone = x % 1_000_000 > 50_000 && x % 1_000_000 < 950_000;
  if (isNorthing && zone >= 13 && zone <= 45 && isInZone)
    return [`，看来是高斯–克吕格投影的米（带号 ${zone}）`, `; they look like metres of a Gauss–Krüger projection (zone ${zone})`];
  if (isNorthing && zone === 0 && isInZone)
    return ['，看来是高斯–克吕格投影的米（不带带号）', '; they look like metres of a Gauss–Krüger projection'];
  if (isNorthing && zone >= 8 && zone < 13)
    return ['，看来是 Web 墨卡托投影的米', '; they look like metres of the Web Mercator projection'];
  return ['', ''];
}

const layerErrors = {
  'layer-format': invalid<P<'layer-format'>>(
    ({ extension }) => `不支持的文件：.${extension}（支持 GeoJSON、压缩的 shapefile（.zip）、KML、KMZ、GPX）`,
    ({ extension }) => `Files of .${extension} are not supported (GeoJSON, zipped shapefiles (.zip), KML, KMZ and GPX are)`,
  ),
  'not-geojson': invalid('不是有效的 JSON（应为 GeoJSON）', 'This is not valid JSON (GeoJSON is needed)'),
  'not-a-feature-collection': invalid('应为 GeoJSON FeatureCollection', 'A GeoJSON FeatureCollection is needed'),
  'not-a-shapefile': invalid<P<'not-a-shapefile'>>(
    ({ why }) => `不是压缩的 shapefile（.shp、.dbf、.prj 放在一个 .zip 里）：${whyIn('zh', why)}`,
    ({ why }) => `This is not a zipped shapefile (.shp, .dbf and .prj in one .zip): ${whyIn('en', why)}`,
  ),
  'not-kml': invalid<P<'not-kml'>>(
    ({ why }) => `不是有效的 KML 或 GPX：${whyIn('zh', why)}`,
    ({ why }) => `This is neither KML nor GPX: ${whyIn('en', why)}`,
  ),
  'xml-broken': invalid<P<'xml-broken'>>(
    ({ why, line }) => `不是能读的 XML，第 ${line} 行：${XML_FAULTS[why][0]}`,
    ({ why, line }) => `This is no XML that can be read; line ${line}: ${XML_FAULTS[why][1]}`,
  ),
  'layer-without-features': invalid('文件里没有要素', 'There are no features in the file'),
  'not-a-feature': invalid('不是 GeoJSON 要素', 'This is not a GeoJSON feature'),
  'shape-type': invalid<P<'shape-type'>>(
    ({ wanted, found }) =>
      `形状应为${SHAPES[wanted][0]}，实为${found === null ? '空' : (FOUND_SHAPES[found]?.[0] ?? ` ${cell(found, 'zh')}`)}`,
    ({ wanted, found }) =>
      `The shape must be ${SHAPES[wanted][1]}; this is ${found === null ? 'nothing' : (FOUND_SHAPES[found]?.[1] ?? cell(found, 'en'))}`,
  ),
  'shape-empty': invalid('形状是空的', 'The shape is empty'),
  'polygon-without-ring': invalid('有一个多边形没有环', 'A polygon has no ring'),
  'rings-too-many': invalid(
    '面的环重叠太多，无法分辨哪些是洞，请在制图软件里修复几何后再导出',
    'The rings of the area overlap too often to tell its holes; repair its geometry in your mapping program and export it again',
  ),
  'ring-too-short': invalid<P<'ring-too-short'>>(
    ({ least }) => `有一个环少于${least === 3 ? '三' : '四'}个点`,
    ({ least }) => `A ring has fewer than ${least} points`,
  ),
  'road-class-missing': invalid<P<'road-class-missing'>>(
    ({ columns }) => `没有道路等级，找过的字段：${columns.join('、')}（可用 --class 指明）`,
    ({ columns }) => `It has no class of road; looked for in ${columns.join(', ')} (name the column by --class)`,
  ),
  'road-class-unknown': invalid<P<'road-class-unknown'>>(
    ({ found }) => `不认识的道路等级：${found}`,
    ({ found }) => `The class of road is not known: ${found}`,
  ),
  'road-speed-limit': invalid<P<'road-speed-limit'>>(
    ({ found }) => `限速应为 1–255 公里/小时：${cell(found, 'zh')}`,
    ({ found }) => `A speed limit must be 1–255 km/h: ${cell(found, 'en')}`,
  ),
  'line-shape-too-short': invalid('有一条线少于两个点', 'A line has fewer than 2 points'),
  'point-not-coordinates': invalid('有一个点不是坐标', 'A point is not a pair of coordinates'),
  'coordinates-not-degrees': invalid<P<'coordinates-not-degrees'>>(
    ({ lng, lat }) =>
      `坐标不是经纬度（${lng}, ${lat}）${projectionLike(lng, lat)[0]}：请写明坐标系（shapefile 的 .prj、GeoJSON 的 crs），或先转换为 WGS84 或 CGCS2000 经纬度`,
    ({ lng, lat }) =>
      `The coordinates are not degrees (${lng}, ${lat})${projectionLike(lng, lat)[1]}: please name their system (the .prj of a shapefile, the crs of GeoJSON), or convert them to degrees of WGS84 or CGCS2000 first`,
  ),
} satisfies Partial<Message<FileFaultCode>>;

/** Errors of one position, in a file or in a call (`positionRowFault`). */
const positionErrors = {
  'position-zero': invalid(
    '位置是 (0, 0)，即设备没有定位：没有采用',
    'The position is (0, 0), which devices send without a fix; it was not stored',
  ),
  'position-swapped': invalid<P<'position-swapped'>>(
    ({ lng, lat }) => `经度 ${lng} 和纬度 ${lat} 像是填反了：经度在前（如 103.59），纬度在后（如 31.48）`,
    ({ lng, lat }) =>
      `Longitude ${lng} and latitude ${lat} look swapped: the longitude comes first (e.g. 103.59), then the latitude (e.g. 31.48)`,
  ),
  'position-outside': invalid<P<'position-outside'>>(
    ({ lng, lat }) => `位置不在中国范围内（${lng}, ${lat}）：应为 WGS84 或 CGCS2000 经纬度`,
    ({ lng, lat }) => `The position is not in China (${lng}, ${lat}); it must be in degrees of WGS84 or CGCS2000`,
  ),
  'point-outside-projection': invalid<P<'point-outside-projection'>>(
    ({ x, y, name }) => `有一个点（${x}, ${y}）不在坐标系 ${name} 的范围内`,
    ({ x, y, name }) => `A point (${x}, ${y}) lies outside the range of the coordinate system ${name}`,
  ),
  'text-damaged': invalid<P<'text-damaged'>>(
    ({ text }) => `文字已损坏，别的程序没有认出它的编码：${text}`,
    ({ text }) => `The text is damaged; another program could not decode it: ${text}`,
  ),
} satisfies Partial<Message<FileFaultCode>>;

/** Errors of whole files. */
const wholeErrors = {
  'file-empty': invalid('文件是空的', 'The file is empty'),
  'file-larger-than': invalid<P<'file-larger-than'>>(
    ({ megabytes }) => `文件超过 ${megabytes} MB，请分成几个文件`,
    ({ megabytes }) => `The file is larger than ${megabytes} MB; please split it into several files`,
  ),
  'text-encoding': invalid<P<'text-encoding'>>(
    ({ stated }) =>
      `文字编码既不是 UTF-8 也不是 GB18030（GBK）${stated === null ? '' : `，也不是文件写明的 ${stated}`}，请用 UTF-8 重新导出`,
    ({ stated }) =>
      `The text is encoded neither in UTF-8 nor in GB18030 (GBK)${stated === null ? '' : `, nor in ${stated} as the file states`}; please export it again in UTF-8`,
  ),
  'file-not-json': invalid('内容不是有效的 JSON', 'The content is not valid JSON'),
  'columns-counted': invalid<P<'columns-counted'>>(
    ({ wanted, found }) => `应有 ${wanted} 列，实有 ${found} 列${found < wanted ? '（行不完整）' : ''}`,
    ({ wanted, found }) => `There must be ${wanted} columns; there are ${found}${found < wanted ? ' (the row is not complete)' : ''}`,
  ),
} satisfies Partial<Message<FileFaultCode>>;

export const rowErrors = {
  ...wholeErrors,
  ...lineErrors,
  ...explaining,
  ...satelliteErrors,
  ...sheetErrors,
  ...layerErrors,
  ...positionErrors,
};

// Elevation files.

const SYSTEMS: Readonly<Record<P<'system-shifted'>['system'], readonly [zh: string, en: string]>> = {
  'beijing-1954': ['北京 1954', 'Beijing 1954'],
  'xian-1980': ['西安 1980', "Xi'an 1980"],
};
const TO_WGS84_ZH = '请先转换到 WGS 84（EPSG:4326）';
const TO_WGS84_EN = 'please convert it to WGS 84 (EPSG:4326) first';

const schemeOption =
  (language: Language) =>
  (scheme: (typeof KNOWN_COVER_SCHEMES)[number]): string =>
    `${COVER_SCHEME_NAMES[language][scheme]}${language === 'zh' ? '（' : ' ('}--classes ${scheme}${language === 'zh' ? '）' : ')'}`;
const SCHEME_OPTIONS = { zh: `--classes ${KNOWN_COVER_SCHEMES.join('、')}`, en: `--classes ${KNOWN_COVER_SCHEMES.join(', ')}` };
const OWN_TABLE = { zh: '--table FILE.csv（模板 templates/landcover.csv）', en: '--table FILE.csv (templates/landcover.csv)' };

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
  'geotiff-compression': invalid<P<'geotiff-compression'>>(
    ({ method }) => `GeoTIFF 的压缩方法是 ${method}，这里不能解压；请换 DEFLATE、LZW 或不压缩重新导出`,
    ({ method }) => `The GeoTIFF is compressed by ${method}, which cannot be unpacked here; please export it with DEFLATE, LZW or none`,
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
    'The file does not state its position (ModelTiepoint with ModelPixelScale, or ModelTransformation)',
  ),
  'geotiff-without-system': invalid(
    '没有坐标系（文件没有 GeoKeys），无法放到地图上',
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
    ({ system, epsg }) =>
      `坐标系 ${SYSTEMS[system][0]}${epsg === null ? ' ' : `（EPSG:${epsg}）`}与 WGS 84 相差上百米，请先转换到 CGCS2000 或 WGS 84`,
    ({ system, epsg }) =>
      `The coordinate system ${SYSTEMS[system][1]}${epsg === null ? '' : ` (EPSG:${epsg})`} is a hundred metres off WGS 84; please convert it to CGCS2000 or WGS 84 first`,
  ),
  'system-not-understood': invalid<P<'system-not-understood'>>(
    ({ name }) => `看不懂坐标系 ${name}，${TO_WGS84_ZH}`,
    ({ name }) => `The coordinate system ${name} is not understood; ${TO_WGS84_EN}`,
  ),
  'datum-other': invalid<P<'datum-other'>>(
    ({ name }) => `大地基准 ${name} 不是 WGS 84 或 CGCS2000，${TO_WGS84_ZH}`,
    ({ name }) => `The geodetic datum ${name} is neither WGS 84 nor CGCS2000; ${TO_WGS84_EN}`,
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
  'projection-without-method': invalid('自定义投影没有写明投影方法', 'The user-defined projection names no method'),
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
  'ellipsoid-missing': invalid('自定义坐标系没有写明椭球', 'The user-defined coordinate system names no ellipsoid'),
  'ellipsoid-other': invalid<P<'ellipsoid-other'>>(
    ({ metres }) => `椭球长半轴 ${metres} 米不是 WGS 84 或 CGCS2000，请先转换`,
    ({ metres }) => `An ellipsoid with a semi-major axis of ${metres} m is neither WGS 84 nor CGCS2000; please convert it first`,
  ),

  // Land cover.
  'cover-bands': invalid<P<'cover-bands'>>(
    ({ bands }) => `有 ${bands} 个波段，地类应只有一个`,
    ({ bands }) => `It has ${bands} bands; land cover has only one`,
  ),
  'cover-not-classes': invalid<P<'cover-not-classes'>>(
    ({ found }) => `不是地类：有值 ${found}，应为 1 到 65534 的整数`,
    ({ found }) => `This is no land cover: it has the value ${found}, and classes are whole numbers from 1 to 65534`,
  ),
  'cover-without-classes': invalid('文件里没有一个像元有地类', 'No cell of the file has a class'),
  'cover-scheme-unknown': invalid<P<'cover-scheme-unknown'>>(
    ({ values }) => `这些值不属于任何已知的分类（${values.join('、')}）：用 ${SCHEME_OPTIONS.zh} 指明，其他分类用 ${OWN_TABLE.zh}`,
    ({ values }) =>
      `No known scheme has all its values (${values.join(', ')}): name it by ${SCHEME_OPTIONS.en}; for others give ${OWN_TABLE.en}`,
  ),
  'cover-scheme-several': invalid<P<'cover-scheme-several'>>(
    ({ values, schemes }) =>
      `看不出是哪种分类：这些值（${values.join('、')}）在${schemes.map(schemeOption('zh')).join('、')}中都有，含义不同。请指明，其他分类用 ${OWN_TABLE.zh}`,
    ({ values, schemes }) =>
      `Its values (${values.join(', ')}) do not show which scheme it has; they are in ${schemes.map(schemeOption('en')).join(', ')} with different meanings. Name it; for others give ${OWN_TABLE.en}`,
  ),
  'cover-scheme-other': invalid<P<'cover-scheme-other'>>(
    ({ scheme, values }) => `没有一个值属于${scheme}（有 ${values.join('、')}）`,
    ({ scheme, values }) => `None of its values (${values.join(', ')}) belongs to ${scheme}`,
  ),

  // Canopies.
  'canopy-bands': invalid<P<'canopy-bands'>>(
    ({ bands }) => `有 ${bands} 个波段，树冠数据应只有一个`,
    ({ bands }) => `It has ${bands} bands; a canopy has only one`,
  ),
  'canopy-outside': invalid<P<'canopy-outside'>>(
    ({ name, unit, most }) => `不像是${name}：过半的值不在 0–${most} ${unit} 之内，或一个也没有；请换算单位后再导入`,
    ({ unit, most }) => `Most of its values do not lie between 0 and ${most} ${unit}, or there are none: please convert the unit first`,
  ),
  'canopy-fraction': invalid(
    '郁闭度都不超过 1：看来是 0–1 的比例，请换算为百分数（0–100）后再导入',
    'No cover exceeds 1: it seems to be a share from 0 to 1; please convert it to percent (0 to 100)',
  ),

  // Roads.
  'not-osm-pbf': invalid('不是 OpenStreetMap 的 .osm.pbf 文件', 'This is no .osm.pbf file of OpenStreetMap'),
  'osm-pbf-unreadable': invalid<P<'osm-pbf-unreadable'>>(
    ({ detail }) => `.osm.pbf 文件已损坏或没有下载完：${detail}`,
    ({ detail }) => `The .osm.pbf file is damaged or incomplete: ${detail}`,
  ),
  'osm-compression': invalid<P<'osm-compression'>>(
    ({ method }) => `.osm.pbf 的数据块用 ${method} 压缩，这里不能解压；请用 zlib 重新导出（osmium cat 的缺省）`,
    ({ method }) =>
      `The blocks of the .osm.pbf are compressed by ${method}, which cannot be unpacked here; please write it with zlib (the default of osmium cat)`,
  ),
  'osm-too-many-nodes': invalid<P<'osm-too-many-nodes'>>(
    ({ most }) => `道路的点超过 ${most} 个，请先裁出所辖的州、市、县`,
    ({ most }) => `Its roads have more than ${most} points: cut out your prefecture or county first`,
  ),
  'roads-without-lines': invalid('文件里没有一条能用的道路线', 'The file has no line that is usable as a road'),
  'roads-outside-china': invalid<P<'roads-outside-china'>>(
    ({ west, south, east, north }) => `道路都不在中国范围内（${west}–${east}°，${south}–${north}°）：坐标应为 WGS 84 或 CGCS2000 经纬度`,
    ({ west, south, east, north }) =>
      `None of its roads is in China (${west}–${east}°, ${south}–${north}°); positions must be WGS 84 or CGCS2000 degrees`,
  ),
  'roads-too-many-points': invalid<P<'roads-too-many-points'>>(
    ({ most }) => `连同已导入的道路，点超过 ${most} 个：请先裁出所辖范围，或删去一份（--remove）`,
    ({ most }) => `With the roads imported before it has more than ${most} points: cut out your area, or remove another (--remove)`,
  ),
} satisfies Message<Exclude<FileFaultCode, keyof typeof rowErrors>>;
