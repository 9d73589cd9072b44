import { expect, it } from 'vitest';
import { broken } from './house-rules.ts';

const why = (name: string, text: string) => broken([[name, text]]).map((line) => line.split(': ')[1]);

it('every house rule finds what it forbids where it applies, and reports nothing else', () => {
  expect(broken([['features/x/web/call.ts', "a();\ncall('/fire/api/event');"]])).toEqual([
    'features/x/web/call.ts:2: a call’s path stands only in the calls of its feature: use the row',
  ]);
  expect(why('features/alarm/alarm.calls.ts', "path: '/fire/api/event'")).toEqual([]);
  expect(why('features/x/web/panel.tsx', 'if (alarm.isReal === 1) {}')).toEqual(['wire words stop at the wire files of a feature']);
  expect(why('packages/store/src/x.ts', 'readonly isPutOutNote: string;')).toEqual(['wire words stop at the wire files of a feature']);
  expect(why('apps/web/src/stores/x.ts', "import type { WireAlarm } from '@lookout/contract';")).toHaveLength(1);
  expect(why('features/x/layer/x.ts', "import type { WireAlarm } from '@lookout/contract';")).toHaveLength(1);
  expect(why('features/alarm/server/x.ts', 'if (body.isReal === 1) {}')).toHaveLength(1);
  expect(why('features/alarm/server/x.ts', "import type { WireAlarm } from '@lookout/contract';")).toEqual([]);
  expect(why('features/alarm/alarm.wire.ts', 'isReal: writeVerdict(verdict),')).toEqual([]);
  expect(why('features/x/web/panel.tsx', "useRight('bpMonitor')")).toEqual([
    'permission codes of the specification stand in packages/contract',
  ]);
  expect(why('packages/domain/src/access.ts', "rights.has('watch-alarms')")).toEqual([]);
  expect(why('packages/contract/src/permission-codes.ts', "'watch-alarms': 'bpMonitor'")).toEqual([]);
  expect(why('features/x/web/panel.tsx', 'await fetch(atSite("/files/1"), { headers });')).toEqual([
    'an address of our own site is fetched by shared/site-fetch.ts, which knows where the site is published and whose session it is',
  ]);
  expect(why('features/x/web/panel.tsx', 'await siteFetch("/files/1");')).toEqual([]);
  expect(why('packages/geo/src/x.test.ts', `${'it'}.skip('x')`)).toHaveLength(1);
  expect(why('packages/geo/src/x.ts', `try { a(); } ${'catch'} {}`)).toHaveLength(1);
  expect(why('packages/geo/src/x.ts', `// ${'TODO'} later`)).toHaveLength(1);
  expect(why('features/x/web/panel.tsx', '<b>火警</b>')).toHaveLength(1);
  expect(why('features/x/web/panel.tsx', '// 火警 is an alarm')).toEqual([]);
  expect(why('features/x/web/messages.ts', "a: '火警'")).toEqual([]);
  expect(why('features/x/web/testing/page.tsx', "a: '火警'")).toEqual([]);
  expect(why('features/alarm/server/x.ts', "a();\nreturn { rows, message: '只列出前 100 条' };")).toEqual(['errors and remarks are codes']);
  expect(why('packages/ingest/src/lines.ts', "throw new UnreadableFile('文件是空的');")).toHaveLength(1);
  expect(why('packages/video/src/vendors/x.ts', "return refusal('refused', '预置位已满');")).toHaveLength(1);
  expect(why('packages/video/src/vendors/x.ts', '// 预置位: presets')).toEqual([]);
  expect(why('apps/server/src/import/people.ts', "{ name: '用户名', required: true }")).toEqual([]);
  expect(why('packages/contract/src/errors/files.ts', "invalid('文件是空的', 'The file is empty')")).toEqual([]);
  expect(why('features/x/web/feature.tsx', "title: { zh: '火警', en: 'Alarm' }")).toEqual([]);
});

const ORDERED = `// 火警
const kinds = { smoke: '烟' };
export const alarmZh = { kinds, title: '火警' };
const kindsEn = { smoke: 'Smoke' };
export const alarmEn: typeof alarmZh = { kinds: kindsEn, title: 'Alarm (火警)' };

/** 火警 in both languages. */
export const useAlarmMessages = messagesIn({ zh: alarmZh, en: alarmEn });
`;
const DISORDERED = [
  ["const aEn = 'A';\nexport const aZh = '甲';\n", 2],
  ["const en = {\n  a: 'A',\n};\n\nconst kinds: Kinds = {\n  // A comment.\n  a: '甲',\n};\n", 5],
  ["export const aEn = 'A';\nexport const titles = { zh: '甲', en: aEn };\n", 2],
] as const;

it('a Chinese text contains no word of another language', () => {
  const found = (text: string, name = 'features/x/web/messages.ts') => why(name, text);
  const foreign = ['a Chinese text has no word of another language but FOREIGN_WORDS'];
  for (const text of [
    "a: '请填写 enumCode'",
    'a: `$' + '{n} 条，见 taskType`',
    'a: (n) => `$' + "{n > 0 ? '有 rows' : '无'} 条`",
    "a: '期望 string <=200 字符'",
  ])
    expect([text, found(text)]).toEqual([text, foreign]);
  for (const text of [
    "a: '风 5 km/h，下载 PDF'",
    'a: `$' + '{rate.toFixed(1)} 米`',
    "// 火警 is an alarm\na: '火警'",
    "const en = { a: 'the right 报警管理' };",
    "'如 https://portal.example.cn'",
  ])
    expect([text, found(text)]).toEqual([text, []]);
  expect(found("source: '估计 (estimate)'", 'packages/fire-model/src/travel/road-classes.ts')).toEqual(foreign);
  expect(found("const aEn = 'a';\nb: invalid('没有 gridNo', 'no gridNo')", 'packages/contract/src/errors/general.ts')).toEqual(foreign);
  expect(found("invalid('没有 latitude 列', 'no column latitude')", 'packages/contract/src/errors/files.ts')).toEqual([]);
});

it('the Chinese part of a messages file comes before the English one', () => {
  const all = 'features/x/web/messages.ts';
  expect(why(all, ORDERED)).toEqual([]);
  for (const [text, line] of DISORDERED) {
    expect(broken([[all, text]])).toEqual([expect.stringMatching(new RegExp(`^${all}:${line}: Chinese before English`))]);
    expect(why('features/x/parts/shift-messages.ts', text)).toEqual(['Chinese before English in a messages file']);
    expect(why('apps/web/src/shared/text/marks.ts', text)).toEqual([]);
  }
});

const BRANCHES = [
  'if (region.id === other) {}',
  'if (other !== region.id) {}',
  "if (name === 'sichuan') {}",
  "if ('heilongjiang' == name) {}",
  "const isDefault = context.region.id === 'default';",
  'switch (region.id) {}',
  "switch (name) { case 'yunnan-qujing': break; }",
  "if (['a', 'b'].includes(region.id)) {}",
  'if (PROVINCES.has(config.region)) {}',
  'const speed = SPEEDS[region.id];',
  "if (config.region === 'default') {}",
  'const range = REGIONS.sichuan.areaRangeMetres;',
  "const range = REGIONS['henan-xinxiang'].areaRangeMetres;",
];
const FIELDS = [
  'if (region.areaRangeMetres > 105_000) {}',
  "{ userName: 'sichuan', gridNo: grid('510000') }",
  'oneOf(name, Object.keys(REGIONS) as RegionId[], fallback)',
  'const { name } = REGIONS[config.region];',
  'if (layer.id === regionLayer) {}',
];

it.each(BRANCHES)('a branch on a region’s id is found: %s', (line) => {
  expect(why('apps/web/src/x.ts', line)).toEqual(['regions are data']);
  expect(why('features/alarm/server/x.ts', `a();\n${line}`)).toEqual(['regions are data']);
});

it.each(FIELDS)('any file may read a field of a region: %s', (line) => {
  expect(why('apps/web/src/x.ts', line)).toEqual([]);
});
