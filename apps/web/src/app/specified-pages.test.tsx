// The pages of specification §2 with their title, right and way of opening, repeated here independently of the code.
import { permissionCode } from '@lookout/contract';
import type { Right } from '@lookout/domain';
import { PAGES } from '@lookout/features/web.ts';
import { expect, it } from 'vitest';

interface SpecifiedPage {
  readonly path: string;
  readonly title: string;
  /** null: no permission code. */
  readonly code: string | null;
  readonly hidden?: true;
  readonly opensNewTab?: true;
  readonly hidesMap?: true;
}

const pages: readonly SpecifiedPage[] = [
  // Proves §2.6
  { path: 'monitor', title: '预警监测', code: 'bpMonitor' },
  // Proves §2.7
  { path: 'replay', title: '视频预览', code: 'bpReplay', opensNewTab: true, hidesMap: true },
  // Proves §2.8
  { path: 'device', title: '设备纠偏', code: 'bpReplay', hidden: true },
  // Proves §2.9
  { path: 'geologic', title: '统计分析', code: 'bpGeologic' },
  // Proves §2.10
  { path: 'alarm', title: '报警管理', code: 'bpAlarm' },
  // Proves §2.11
  { path: 'ranger', title: '护林管理', code: 'bpRanger' },
  // Proves §2.12
  { path: 'decision', title: '辅助决策', code: 'bgDecision' },
  // Proves §2.13
  { path: 'FireReport', title: '用火报备', code: null },
  // Proves §2.14
  { path: 'record', title: '灾后评估', code: 'bpRecord' },
  // Proves §2.15
  { path: 'task', title: '任务管理', code: 'bpRecord' },
  // Proves §2.16
  { path: 'GeologicHazard', title: '地质灾害', code: 'bpGeologicHazard' },
  // Proves §2.17
  { path: 'monitorConfig', title: '摄像头设置', code: 'bpGeologicHazard', hidden: true },
];

const codeOf = (right: Right): string | null => (right === 'officer' ? null : permissionCode(right));

it.each(pages)('/manage/$path is $title, $code', ({ path, title, code, hidden = false, opensNewTab = false, hidesMap }) => {
  const page = PAGES.find((one) => one.path === path);
  expect(page && { title: page.title.zh, code: codeOf(page.right), hidden: page.hidden, opensNewTab: page.opensNewTab }).toEqual({
    title,
    code,
    hidden,
    opensNewTab,
  });
  if (hidesMap) expect(page?.hidesMap).toBe(true);
});
