import { fileFault } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import {
  CATALOGUE_PARTS,
  categoryOf,
  codedError,
  ERROR_CODES,
  type ErrorCode,
  type ErrorParams,
  errorMessage,
  LANGUAGES,
} from './index.ts';

/** Parameters for every code that has any. A code that is missing here does not compile. */
const sampleParams: { readonly [C in ErrorCode as keyof ErrorParams<C> extends never ? never : C]: ErrorParams<C> } = {
  'body-too-large': { megabytes: 4 },
  'fire-package-too-large': { pictures: 6_000, megabytes: 900 },
  'field-needed': { field: 'name' },
  'field-not-text': { field: 'name' },
  'field-not-number': { field: 'area' },
  'field-not-whole': { field: 'size' },
  'field-number-at-least': { field: 'area', least: 0 },
  'field-number-at-most': { field: 'area', most: 999 },
  'field-too-long': { field: 'name', most: 64, length: 65 },
  'field-too-short': { field: 'name', least: 2, length: 1 },
  'field-items-at-least': { field: 'ids', least: 1 },
  'field-items-at-most': { field: 'ids', most: 200 },
  'field-not-offered': { field: 'state', offered: ['open', 'closed'] },
  'field-unreadable': { field: 'position' },
  'log-begins-later': { first: 81_204_001 },
  'number-at-most': { most: 999 },
  'whole-number-range': { least: 0, most: 999 },
  'spread-unknown-fuel': { scheme: 'gbt21010', value: 9_999 },
  'no-such-fuel-class': { scheme: 'igbp', value: 99 },
  'no-such-fuel-factor': { keys: 'pine, grass' },
  'spread-begin': { days: 7 },
  'spread-ignition-points': { most: 1_000 },
  'spread-ignition-too-wide': { kilometres: 20 },
  'spread-ignition-far': { kilometres: 20 },
  'spread-ignition-time': { from: new Date(0), to: new Date(3_600_000) },
  'spread-queue-full': { waiting: 20 },
  'spread-weather-elsewhen': { from: new Date('2026-11-22T01:00:00Z'), to: new Date('2026-11-23T01:00:00Z') },
  'task-type-of-alarm': { type: 'monitoring-point' },
  'task-window-past': { endsAt: new Date('2026-11-22T01:00:00Z') },
  'account-locked-until': { until: new Date('2026-11-22T01:00:00Z') },
  'pictures-at-most': { most: 3 },
  'daily-budget-spent': { budget: 'photos', most: 500 },
  'items-at-most': { most: 200 },
  'rangers-at-most': { most: 200 },
  'positions-at-most': { most: 10_000 },
  'burning-days-at-most': { most: 7 },
  'embed-origins-at-most': { most: 10 },
  'embed-revoked-before': { by: '理县值班员' },
  'report-rule-revised': { by: '阿坝州值班员' },
  'report-sent': { by: '汶川县值班员' },
  'webhook-revised': { by: '阿坝州值班员' },
  'notify-status': { status: 500 },
  'notify-silent': { seconds: 5 },
  'notify-unreachable': { reason: 'ECONNREFUSED' },
  'notify-mail-refused': { reason: '550' },
  'statistics-window-too-long': { years: 5 },
  'load-window-too-long': { days: 31 },
  'load-too-many-alarms': { most: 200_000 },
  'statistics-not-ready': { percent: 40 },
  'plot-points-at-most': { most: 2_000 },
  'monitors-at-most': { most: 20 },
  'readings-at-most': { most: 10_000 },
  'too-few-points': { least: 3 },
  'phones-at-most': { most: 100 },
  'users-at-most': { most: 100 },
  'radius-at-most': { kilometres: 500 },
  'limit-at-most': { most: 20_000 },
  'resources-at-most': { most: 5_000 },
  'same-resource-before': { row: 2 },
  'resource-code-taken': { code: 'T1' },
  'resource-revised': { by: '理县值班员' },
  'attribute-not-number': { name: '人数' },
  'attribute-not-whole': { name: '人数' },
  'travel-kind': { kinds: ['ranger', 'team'] },
  'travel-mode': { modes: ['foot', 'car'] },
  'travel-minutes': { least: 1, most: 240 },
  'travel-minutes-count': { most: 6 },
  'table-rows-at-most': { most: 100_000 },
  'points-at-most': { most: 10_000 },
  'picture-too-large': { megabytes: 10 },
  'picture-too-many-pixels': { megapixels: 40 },
  'alarm-deleted': { by: null, at: new Date('2026-11-22T01:00:00Z') },
  'alarm-moved-away': { by: '阿坝州值班员', at: new Date('2026-11-22T01:00:00Z') },
  closed: { by: null },
  'mode-changed': { by: '理县值班员' },
  'inject-minutes': { most: 1_440 },
  'injects-at-most': { most: 200 },
  'exercise-first': { by: '理县值班员', name: '春季演练' },
  'exercise-changed': { by: '理县值班员' },
  'exercise-leader-only': { leader: '理县值班员' },
  'already-acknowledged': { by: '理县值班员' },
  'archive-draft-open': { by: '理县值班员' },
  'archive-revised': { by: '理县值班员' },
  'archive-sealed': { by: '理县值班员' },
  'burned-ring-short': { polygon: 2 },
  'burned-ring-crosses': { polygon: 2 },
  'burned-outside-china': { polygon: 2 },
  'burned-outside-grid': { polygon: 2 },
  'burned-points-at-most': { most: 5000 },
  'burned-polygons-at-most': { most: 500 },
  'burn-patch-astray': { patch: 2 },
  'burn-threshold-range': { least: 0.1, most: 1 },
  'burn-picture-role': { role: 'later' },
  'burn-picture-bands': { bands: 3 },
  'burn-band-single': { bands: 2 },
  'burn-picture-elsewhere': { kilometres: 20 },
  'burn-too-many-cells': { most: 16_000_000, found: 20_000_000 },
  'burn-nothing-found': { threshold: 0.27 },
  'burn-outline-too-fine': { found: 30_000, most: 20_000 },
  'burn-too-many-polygons': { found: 900, most: 500 },
  'cover-bands': { bands: 3 },
  'cover-not-classes': { found: '1.5' },
  'cover-scheme-unknown': { values: [1, 2] },
  'cover-scheme-other': { scheme: 'IGBP', values: [77] },
  'losses-at-most': { most: 50 },
  'lessons-at-most': { most: 30 },
  'already-judged': { by: '理县值班员', verdict: 'false' },
  'already-dispatched': { by: '理县值班员' },
  'not-judged-kind': { kind: 'danger' },
  'not-for-kind': { kind: 'smoke' },
  'move-failed': { reason: 'outside-china' },
  'no-such-ranger': { id: '7' },
  'replayed-at-most': { most: 20 },
  'attendance-days-at-most': { most: 366 },
  'account-disabled': { fullName: '护林员甲' },
  'not-a-ranger': { fullName: '护林员甲' },
  'task-cancelled': { reason: '误派' },
  'task-does-not-go-back': { state: 'arrived' },
  'task-minutes': { most: 1_440 },
  'repeat-days': { most: 365 },
  'route-points-at-most': { most: 500 },
  'except-days-at-most': { most: 366 },
  'task-template-revised': { by: '理县值班员' },
  'task-template-name-taken': { by: '理县值班员' },
  'patrol-revised': { by: '理县值班员' },
  'patrol-ended': { by: '理县值班员' },
  'desk-taken': { by: '理县值班员' },
  'handover-note-needed': { fires: 1 },
  'not-on-duty': { by: '理县值班员' },
  'plot-revised': { by: '理县值班员' },
  'warning-areas-at-most': { most: 50 },
  'warning-days-at-most': { most: 30 },
  'warning-revised': { by: '理县值班员' },
  'safety-taken': { by: '理县值班员' },
  'sos-taken': { by: '理县值班员' },
  'pointing-distance': { least: 20, most: 30_000 },
  'pointing-elsewhere': { metres: 1_200 },
  'plan-rows-at-most': { most: 200 },
  'order-receivers-at-most': { most: 20 },
  'order-received': { by: '理县值班员' },
  'order-withdrawn': { by: '理县值班员' },
  'document-draft-open': { by: '理县值班员' },
  'document-revised': { by: '理县值班员' },
  'document-issued': { by: '理县值班员' },
  'document-incomplete': { blank: ['to', 'next'] },
  'document-too-long': { field: 'next', lines: 50, most: 28 },
  'document-field-too-long': { field: 'to', length: 90, most: 80 },
  'plan-incomplete': { missing: ['conditions', 'items'] },
  'plan-state': { state: 'submitted' },
  'plan-revised': { by: '理县值班员' },
  'plan-version-open': { by: '理县值班员' },
  'plan-runs': { by: '理县值班员' },
  'run-ended': { by: '理县值班员' },
  'run-level-moved': { by: '理县值班员' },
  'run-item-ticked': { by: '理县值班员' },
  'danger-rules-changed': { by: '理县值班员' },
  'rating-count': { part: 'wind' },
  'rating-order': { part: 'wind' },
  'stroke-too-old': { days: 90 },
  'verification-too-long': { most: 366 },
  'verification-too-large': { most: 150_000 },
  'heat-radius-range': { least: 50, most: 1_500 },
  'heat-revised': { by: '理县值班员' },
  'heat-reviewed': { by: '理县值班员' },
  'mask-points-at-most': { most: 100 },
  'mask-span': { kilometres: 20 },
  'mask-days-at-most': { most: 366 },
  'mask-revised': { by: '理县值班员' },
  'mask-over': { by: '理县值班员' },
  'hazard-revised': { by: '理县值班员' },
  'hazard-code-taken': { name: '东山滑坡' },
  'hazard-undo-late': { minutes: 10 },
  'warning-acknowledged': { by: '理县值班员' },
  'warning-handled': { by: '理县值班员' },
  'warning-closed': { by: '理县值班员' },
  'burning-reviewed': { by: '理县值班员', state: 'approved' },
  'template-unknown-spaces': { spaces: ['天气', '风向'] },
  'sms-unknown-spaces': { spaces: ['天气', '风向'] },
  'sms-too-long': { length: 501, longest: 500 },
  'receivers-not-there': { count: 2 },
  'receivers-without-phone': { fullNames: ['甲', '乙'] },
  'weak-password': { fault: 'length' },
  'portal-silent': { trouble: 'timeout' },
  'oidc-silent': { trouble: 'connection' },
  'outside-account-unknown': { userName: 'li.si' },
  'outside-account-disabled': { userName: 'li.si' },
  'oidc-denied': { error: 'access_denied' },
  'oidc-issuer': { wanted: 'https://id/a', got: 'https://id/a/' },
  'oidc-certificate': { reason: 'CERT_HAS_EXPIRED' },
  'oidc-no-user-name': { claim: 'preferred_username' },
  'camera-refused': { refusal: 'refused', detail: 'HTTP 503' },
  'no-stream': { refusal: 'timeout', detail: null },
  'no-snapshot': { state: 'offline', detail: null },
  'no-recording': { refusal: 'unreachable' },
  'channel-not-playing': { state: 'codec-unsupported', detail: 'H.265' },
  'vendor-not-spoken': { manufacturer: null },
  'other-vendor': { vendor: 'aqishi' },
  'camera-in-use': { by: '理县值班员' },
  'sms-gateway-status': { status: 503 },
  'sms-gateway-silent': { seconds: 5 },
  'sms-gateway-unreachable': { reason: 'ECONNREFUSED' },
  'weather-refused': { status: '402' },
  'file-larger-than': { megabytes: 64 },
  'line-too-long': { most: 65_536 },
  'columns-counted': { wanted: 3, found: 2 },
  'satellite-header-unreadable': { fault: fileFault('line-not-utf8') },
  'satellite-columns-missing': { columns: ['latitude', 'longitude'] },
  'satellite-latitude': { found: 'x' },
  'satellite-longitude': { found: '' },
  'satellite-time': { date: null, time: '2460' },
  'satellite-time-in-future': { date: '2027-01-01', time: '0035' },
  'satellite-name': { found: null },
  'satellite-confidence': { found: 'x' },
  'satellite-measure': { column: 'frp', found: 'x' },
  'not-a-sheet': { is: 'pdf' },
  'csv-quotes': { line: 3 },
  'workbook-broken': { why: fileFault('zip-encrypted') },
  'workbook-unpacks-too-large': { megabytes: 512 },
  'merged-header': { line: 1, direction: 'across', cell: 'B1' },
  'merged-cells': { direction: 'down', cell: 'A2' },
  'sheet-columns': { line: 1, missing: ['名称'], unknown: [], doubled: ['编号', '电话'], usable: ['编号', '名称', '电话'] },
  'canopy-bands': { bands: 3 },
  'canopy-outside': { name: '树高', unit: 'm', most: 100 },
  'cell-without-header': { column: 5 },
  'cell-error-value': { value: '#N/A' },
  'zip-name-outside': { name: '../x' },
  'zip-method': { method: 12, name: 'a' },
  'zip-entry-broken': { name: 'a' },
  'layer-format': { extension: 'dwg' },
  'layer-coordinate-system': { name: 'EPSG:3857' },
  'not-a-shapefile': { why: fileFault('without-shp') },
  'not-kml': { why: 'unclosed tag' },
  'shape-type': { wanted: 'area', found: 'Point' },
  'osm-pbf-unreadable': { detail: 'incorrect header check' },
  'osm-too-many-nodes': { most: 4_000_000 },
  'roads-outside-china': { west: 2.1, south: 48.8, east: 2.4, north: 48.9 },
  'roads-too-many-points': { most: 4_000_000 },
  'road-class-missing': { columns: ['highway', '等级'] },
  'road-class-unknown': { found: '铁路' },
  'road-speed-limit': { found: '600' },
  'ring-too-short': { least: 4 },
  'coordinates-not-degrees': { lng: 500_000, lat: 3_400_000 },
  'hgt-corner': { name: 'N91E103.hgt' },
  'hgt-size': { bytes: 1000 },
  'geotiff-unreadable': { detail: 'Invalid byte order value.' },
  'geotiff-row-damaged': { row: 7, detail: 'incorrect header check' },
  'geotiff-too-small': { columns: 1, rows: 1 },
  'geotiff-bands': { bands: 3 },
  'height-unit-unknown': { epsg: '9094' },
  'length-unit-unknown': { epsg: 9005 },
  'system-unknown': { epsg: 20_790 },
  'system-shifted': { system: 'xian-1980', epsg: 2349 },
  'geodetic-system-unknown': { epsg: 4301 },
  'datum-unknown': { epsg: 6301 },
  'projection-unknown': { epsg: 17_000 },
  'projection-method-unknown': { method: 99 },
  'prime-meridian-unknown': { epsg: 8903 },
  'angle-unit-unknown': { epsg: 9105 },
  'ellipsoid-other': { metres: 6_377_397 },
  'same-row-before': { row: 2, key: 'D1 / 1' },
  'text-at-most': { most: 64, length: 65 },
  'cell-not-number': { text: 'x' },
  'cell-number-range': { least: -90, most: 90, text: '91' },
  'cell-not-grid': { text: '51' },
  'cell-not-phone': { text: '1.38E+10' },
  'cell-not-one-of': { options: ['在线', '离线'], text: 'x' },
  'device-of-other-monitoring-point': { key: 'D1 / 1' },
  'monitoring-point-differs': { row: 2 },
  'parent-grid-differs': { gridNo: '513221001', parentNo: '513221', given: '513222' },
  'no-parent-grid': { gridNo: '513221' },
  'grid-not-there': { gridNo: '513299' },
  'group-not-there': { id: '001009' },
  'boundary-without-grid': { properties: ['gridNo', 'adcode'] },
  'boundary-grid-format': { text: 'x' },
  'boundary-grid-not-there': { gridNo: '999999' },
  'boundary-without-name': { gridNo: '513221201', properties: ['name', 'XZQMC'] },
  'boundary-twice': { gridNo: '513223' },
  'option-not-one-of': { option: 'kind', options: ['road', 'water'], text: 'x' },
  'option-not-grid': { text: '51' },
  'option-not-place': { text: 'x' },
  'option-number-range': { option: 'scale', least: 0.001, most: 10_000, text: '0' },
  'scene-format': { name: 'a.obj' },
  'scene-strange-file': { name: 'a.exe' },
  'scene-link': { name: 'a' },
  'scene-file-outside': { name: 'tileset.json', uri: '../x' },
  'scene-file-not-json': { name: 'tileset.json' },
  'level-without-tileset': { level: 'L09' },
  'tileset-version': { name: 'tileset.json' },
  'tileset-incomplete': { name: 'tileset.json' },
  'model-version': { name: 'a.glb', isBinary: true },
  'model-incomplete': { name: 'a.glb' },
  'model-part-missing': { name: 'a.bin' },
};

const messageOf = (code: ErrorCode, language: (typeof LANGUAGES)[number]): string => {
  const params: Partial<Record<ErrorCode, ErrorParams<ErrorCode>>> = sampleParams;
  return errorMessage({ code, params: params[code] ?? {} }, language);
};

it('no code stands in two parts of the catalogue', () => {
  const codes = CATALOGUE_PARTS.flatMap((part) => Object.keys(part));
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  expect(codes.toSorted()).toEqual([...ERROR_CODES].toSorted());
});

describe('the catalogue of errors', () => {
  it.each(ERROR_CODES)('%s is worded in every language', (code) => {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const language of LANGUAGES) expect(messageOf(code, language)).toMatch(/\S/);
    // The English message has no Chinese, except in parameters, which stay as they are given.
    const given: Partial<Record<ErrorCode, unknown>> = sampleParams;
    const own = [...messageOf(code, 'en')].filter((letter) => !JSON.stringify(given[code] ?? {}).includes(letter));
    expect(own.join('')).not.toMatch(/[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/);
  });

  it('writes parameters in the form of each language', () => {
    const both = (code: ErrorCode) => LANGUAGES.map((language) => messageOf(code, language));
    expect(both('alarm-moved-away')).toEqual([
      '该火警已由阿坝州值班员于 2026-11-22 09:00:00 移到您的网格之外',
      'This alarm was moved out of your grid by 阿坝州值班员 at 2026-11-22 09:00:00',
    ]);
    expect(both('already-judged')).toEqual(['已由理县值班员研判为误报或疑似', 'Already judged by 理县值班员: false or suspected']);
    expect(both('sms-unknown-spaces')).toEqual([
      '短信内容中有无法填写的空格：天气、风向',
      'The message has spaces that nothing fills: 天气, 风向',
    ]);
    expect(both('channel-not-playing')).toEqual(['编码不支持：H.265', 'This codec is not supported: H.265']);
    expect(both('satellite-header-unreadable')).toEqual([
      '第 1 行无法读取：含有无法识别的字符，文件编码不是 UTF-8',
      'Line 1 cannot be read: It has characters that cannot be read: the file is not encoded in UTF-8',
    ]);
    expect(both('satellite-time')[0]).toBe('acq_date、acq_time 不是有效时间：（无此列） 2460');
    expect(both('workbook-broken')).toEqual([
      '工作簿已损坏，无法打开（压缩包是加密的）',
      'The workbook is damaged and cannot be opened (The archive is encrypted)',
    ]);
    expect(both('merged-header')[0]).toBe('第 1 行有横向合并的单元格（B1）：表头应是一行，每列一格，上面不要有标题');
    expect(both('sheet-columns')).toEqual([
      '第 1 行（表头）缺少列：名称；重复的列：编号、电话。可用的列：编号、名称、电话',
      'Line 1 (header): missing columns: 名称; columns named twice: 编号, 电话. Columns that can be used: 编号, 名称, 电话',
    ]);
    expect(both('system-shifted')[0]).toBe('坐标系 西安 1980（EPSG:2349）与 WGS 84 相差上百米，请先转换到 CGCS2000 或 WGS 84');
    expect(both('weather-refused')[0]).toBe('天气服务：超过访问次数或余额不足');
    expect(both('picture-too-many-pixels')).toEqual(['照片不能超过4000万像素', 'A picture may have at most 40 megapixels']);
  });

  it('names the shapes of a file in words; what no file format knows stands as it was written', () => {
    const of = (found: string | null) =>
      LANGUAGES.map((language) => errorMessage(codedError('shape-type', { wanted: 'point', found }), language));
    expect(of('LineString')).toEqual(['形状应为点，实为线', 'The shape must be a point; this is a line']);
    expect(of('MultiPolygon')).toEqual(['形状应为点，实为多个面', 'The shape must be a point; this is several areas']);
    expect(of('Circle')[0]).toBe('形状应为点，实为 Circle');
    expect(of(null)).toEqual(['形状应为点，实为空', 'The shape must be a point; this is nothing']);
  });

  it('takes only the parameters of the code, held by the compiler', () => {
    expect(codedError('already-pushed')).toEqual({ code: 'already-pushed', params: {} });
    expect(codedError('desk-taken', { by: '甲' })).toEqual({ code: 'desk-taken', params: { by: '甲' } });
    // @ts-expect-error a parameter is missing
    codedError('desk-taken');
    // @ts-expect-error this code has no parameters
    codedError('already-pushed', { by: '甲' });
    // @ts-expect-error another code's
    codedError('desk-taken', { fullName: '甲' });
    // @ts-expect-error no such code
    codedError('desk-tken');
  });

  it('has a category for each code', () => {
    expect(categoryOf('already-pushed')).toBe('conflict');
    expect(categoryOf('no-superior')).toBe('business');
    expect(categoryOf('not-found')).toBe('not-found');
  });
});
