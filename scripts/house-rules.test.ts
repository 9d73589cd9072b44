import { expect, it } from 'vitest';
import { broken } from './house-rules.ts';

const why = (name: string, text: string) => broken([[name, text]]).map((line) => line.split(': ')[1]);

it('every rule of the house finds what it forbids, where it is forbidden, and leaves the rest alone', () => {
  expect(broken([['apps/web/src/features/x/call.ts', "a();\nfetch('/fire/api/event');"]])).toEqual([
    'apps/web/src/features/x/call.ts:2: a call’s path stands only in packages/contract: use the row',
  ]);
  expect(why('packages/contract/src/calls/fire.ts', "path: '/fire/api/event'")).toEqual([]);
  expect(why('apps/web/src/features/x/panel.tsx', 'if (alarm.isReal === 1) {}')).toEqual(['wire words stop at packages/contract']);
  expect(why('packages/store/src/x.ts', 'readonly isPutOutNote: string;')).toEqual(['wire words stop at packages/contract']);
  expect(why('apps/web/src/stores/x.ts', "import type { WireAlarm } from '@lookout/contract';")).toHaveLength(1);
  expect(why('apps/server/src/features/alarm-actions/x.ts', 'if (body.isReal === 1) {}')).toHaveLength(1);
  expect(why('apps/server/src/features/alarm-actions/x.ts', "import type { WireAlarm } from '@lookout/contract';")).toEqual([]);
  expect(why('packages/contract/src/wire/alarm.ts', 'isReal: writeVerdict(verdict),')).toEqual([]);
  expect(why('apps/web/src/features/x/panel.tsx', "useRight('bpMonitor')")).toEqual([
    'permission codes of the specification stand in packages/contract',
  ]);
  expect(why('packages/domain/src/access.ts', "rights.has('watch-alarms')")).toEqual([]);
  expect(why('packages/contract/src/permission-codes.ts', "'watch-alarms': 'bpMonitor'")).toEqual([]);
  expect(why('packages/geo/src/x.test.ts', `${'it'}.skip('x')`)).toHaveLength(1);
  expect(why('packages/geo/src/x.ts', `try { a(); } ${'catch'} {}`)).toHaveLength(1);
  expect(why('packages/geo/src/x.ts', `// ${'TODO'} later`)).toHaveLength(1);
  expect(why('apps/web/src/features/x/panel.tsx', '<b>火警</b>')).toHaveLength(1);
  expect(why('apps/web/src/features/x/panel.tsx', '// 火警 is an alarm')).toEqual([]);
  expect(why('apps/web/src/features/x/messages.ts', "a: '火警'")).toEqual([]);
  expect(why('apps/web/src/features/x/testing/page.tsx', "a: '火警'")).toEqual([]);
  expect(why('apps/server/src/features/fire/x.ts', "a();\nreturn { rows, message: '只列出前 100 条' };")).toEqual([
    'errors and remarks are codes',
  ]);
  expect(why('packages/ingest/src/lines.ts', "throw new UnreadableFile('文件是空的');")).toHaveLength(1);
  expect(why('packages/video/src/vendors/x.ts', "return refusal('refused', '预置位已满');")).toHaveLength(1);
  expect(why('packages/video/src/vendors/x.ts', '// 预置位: presets')).toEqual([]);
  expect(why('apps/server/src/import/people.ts', "{ name: '用户名', required: true }")).toEqual([]);
  expect(why('packages/contract/src/errors/files.ts', "invalid('文件是空的', 'The file is empty')")).toEqual([]);
  expect(why('apps/web/src/features/x/feature.tsx', "title: { zh: '火警', en: 'Alarm' }")).toEqual([]);
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
  expect(why('apps/server/src/features/x/x.ts', `a();\n${line}`)).toEqual(['regions are data']);
});

it.each(FIELDS)('a field of a region is read by anybody: %s', (line) => {
  expect(why('apps/web/src/x.ts', line)).toEqual([]);
});
