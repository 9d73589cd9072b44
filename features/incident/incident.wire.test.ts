import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { Certainty } from '../alarm/certainty.ts';
import { incident } from './incident.schema.ts';
import type { IncidentSummary } from './incident.ts';
import { listedIncident, readIncident, reasonsOf, writeIncident } from './incident.wire.ts';

const A = '0199b7a0-0000-7000-8000-000000000001';
const B = '0199b7a0-0000-7000-8000-000000000002';

const sure: Certainty = { probability: 0.88, looks: [{ look: 'camera/d1', probability: 0.7, calmedBy: [] }], factors: [] };
const summary: IncidentSummary = {
  id: A,
  gridNo: '513221' as GridNo,
  position: { lng: 103.6, lat: 31.5 },
  address: '汶川县威州镇',
  ellipse: { semiMajorMetres: 300, semiMinorMetres: 120, azimuthDegrees: 35 },
  spanMetres: 410.4,
  firstSeenAt: new Date('2026-03-01T04:00:00Z'),
  lastSeenAt: new Date('2026-03-01T04:11:20Z'),
  certainty: sure,
  looks: [{ kind: 'camera', name: 'd1', seenAt: new Date('2026-03-01T04:00:00Z'), probability: 0.7, calmedBy: [] }],
  threatens: null,
  state: 'open',
  alarmIds: [A, B],
  sources: [
    { kind: 'camera', name: 'd1', count: 1 },
    { kind: 'camera', name: 'd2', count: 1 },
    { kind: 'satellite', name: 'VIIRS', count: 1 },
  ],
};

describe('a fire on the wire', () => {
  it('is read back as it was written', () => {
    const listed = listedIncident(summary, () => '汶川县', 'zh');
    const { certainty, ...rest } = summary;
    expect(readIncident(incident.parse(writeIncident(listed)))).toEqual(listed);
    expect(listed).toEqual({
      ...rest,
      gridName: '汶川县',
      probability: certainty.probability,
      factors: certainty.factors,
      reasons: ['2 个摄像头、VIIRS，相距 410 米、12 分钟内'],
    });
  });
});

describe('why alarms are taken for one fire', () => {
  const texts = (more: Partial<IncidentSummary>, language: 'zh' | 'en' = 'zh') => reasonsOf({ ...summary, ...more }, language);

  it('is summarised in one line, in both languages', () => {
    expect(texts({}, 'en')).toEqual(['2 cameras, VIIRS; 410 m apart, within 12 minutes']);
    const lastSeenAt = new Date('2026-03-01T09:30:00Z');
    expect(texts({ lastSeenAt })).toEqual(['2 个摄像头、VIIRS，相距 410 米、6 小时内']);
  });

  it('for a single alarm is what observed it', () => {
    expect(texts({ alarmIds: [A], sources: [{ kind: 'report', name: null, count: 1 }] })).toEqual(['1 人上报']);
    expect(texts({ alarmIds: [A], sources: [{ kind: 'smoke', name: 's1', count: 1 }] }, 'en')).toEqual(['1 smoke sensor']);
  });

  it('ends with what is threatened near it', () => {
    expect(texts({ threatens: { inhabitants: 612, dangerSources: 2 } }).at(-1)).toBe('3 公里内有 612 人居住、2 处危险源');
    expect(texts({ threatens: { inhabitants: null, dangerSources: 1 } }, 'en').at(-1)).toBe('within 3 km: 1 danger source');
    expect(texts({ threatens: { inhabitants: 0, dangerSources: 0 } })).toHaveLength(1);
  });

  it('is followed by what makes it less certain and by the place, unless these change nothing', () => {
    const certainty: Certainty = {
      ...sure,
      looks: [
        { look: 'camera/d1', probability: 0.3, calmedBy: ['mask', 'burning'] },
        { look: 'camera/d2', probability: 0.3, calmedBy: ['mask'] },
      ],
      factors: [
        { kind: 'fire-level', odds: 2 },
        { kind: 'forest', odds: 0.5 },
      ],
    };
    expect(texts({ certainty }).slice(1)).toEqual(['在摄像头屏蔽区内', '在已批准的用火处', '火险等级高', '下方少林地']);
    expect(texts({ certainty: { ...sure, factors: [{ kind: 'fire-level', odds: 1 }] } })).toHaveLength(1);
  });
});
