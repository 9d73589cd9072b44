import { codedError, type Got, readTime } from '@lookout/contract';
import { OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { savedFiles } from '@lookout/web/app/testing/saved-files.ts';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { firePackagePath } from '../../incident/incident.calls.ts';
import type { IncidentMember } from '../../incident/incident.ts';
import type { LiveUpdate } from '../../live-messages.ts';
import { readStoryLine } from '../fire-story.wire.ts';
import { FireStoryPage } from './FireStoryPage.tsx';
import { inTime, plainText, topicCounts, topicsIn, withTopic } from './story.ts';

const { incident: incidentCalls } = contract;
const ALARM = '0199b7a0-0000-7000-8000-000000000001';
type Line = Got<typeof incidentCalls.incidentEvents>[number];
type Incident = Got<typeof incidentCalls.incidentPage>['list'][number];

const incident: Incident = {
  id: ALARM,
  gridNo: OFFICER.gridNo,
  gridName: '汶川县',
  longitude: 103.6,
  latitude: 31.5,
  address: '汶川县威州镇',
  ellipse: { semiMajorMetres: 300, semiMinorMetres: 120, bearingDegrees: 35 },
  spanMetres: 0,
  firstSeen: '2026-03-01 12:00:00',
  lastSeen: '2026-03-01 12:10:00',
  probability: 0.9,
  threatens: null,
  state: 'open',
  alarmIds: [ALARM],
  sources: [{ kind: 'monitor', name: 'd1', count: 1 }],
  looks: [],
  factors: [],
  reasons: ['1 个摄像头'],
};
const officer: Line['by'] = { kind: 'officer', userId: OFFICER.id, name: '汶川县值班员', post: '汶川县林草局', desk: null };
const wireLine = (over: Partial<Line>): Line => ({
  seq: 1,
  id: 'l1',
  at: readTime('2026-03-01 12:00:05'),
  happenedAt: null,
  kind: 'alarm.acknowledged',
  topic: 'response',
  by: officer,
  object: { kind: 'alarm', id: ALARM },
  alarmIds: [ALARM],
  position: null,
  formattedAddress: null,
  pictures: [],
  recordings: 0,
  detail: {},
  ...over,
});
const arrived = wireLine({
  kind: 'alarm.recorded',
  topic: 'sighting',
  by: { kind: 'feed', userId: null, name: 'feed-key', post: null, desk: null },
  position: { lng: 103.6, lat: 31.5 },
  formattedAddress: '汶川县威州镇',
  pictures: ['/files/p1'],
  detail: { kind: 'monitor' },
});
const acknowledged = wireLine({ seq: 2, id: 'l2', at: readTime('2026-03-01 12:01:00') });
/** Reported from the field at 12:30, and received when the phone had signal again. */
const late = wireLine({
  seq: 4,
  id: 'l4',
  kind: 'task.advanced',
  topic: 'task',
  at: readTime('2026-03-01 14:32:00'),
  happenedAt: readTime('2026-03-01 12:00:30'),
  object: { kind: 'task', id: ALARM },
  alarmIds: [],
  detail: { fullName: '护林员甲', state: 'arrived', text: '已到火场' },
});
const weather = wireLine({
  seq: 2,
  id: 'l3',
  kind: 'record.weather',
  topic: 'weather',
  at: readTime('2026-03-02 12:00:00'),
  by: { kind: 'record', userId: null, name: null, post: null, desk: null },
  object: { kind: 'incident', id: ALARM },
  alarmIds: [],
  detail: { gridName: '汶川县', temperature: 18, humidity: 22, windSpeed: 30, rain: 0, fwi: 33.44 },
});

const openStory = (lines: () => Line[] | typeof LOST, options: Parameters<typeof openDesk>[0] = {}) => {
  const desk = openDesk({ at: `/fireStory?id=${ALARM}`, ...options });
  desk.wire.on(incidentCalls.incident, () => ({ incident, alarms: [], decisions: [] }));
  desk.wire.on(incidentCalls.incidentEvents, lines);
  desk.wire.onPath('/files/p1', () => new Response(new Blob(['x'], { type: 'image/png' })));
  return desk;
};
const titles = () => screen.getAllByRole('listitem').map((item) => within(item).getByText(/./, { selector: 'strong' }).textContent);

describe('the page of a fire’s story', () => {
  it('lists lines by when they happened, day by day, and marks those that became known later', async () => {
    savedFiles();
    const { show } = openStory(() => [arrived, acknowledged, weather, late]);
    show(<FireStoryPage />);
    await screen.findByRole('heading', { name: '火情经过 · 汶川县' });
    expect(titles()).toEqual(['火警到达', '任务进展', '接警', '正午天气']);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['2026-03-01', '2026-03-02']);
    screen.getByText('14:32 收到');
    screen.getByText('护林员甲，已到达，已到火场');
    expect(screen.getAllByText('汶川县值班员，汶川县林草局')).toHaveLength(2);
    screen.getByText('汶川县：气温 18 ℃，湿度 22%，风速 30 km/h，24 小时降水 0 mm，FWI 33.4');
  });

  it('shows only the topics that the URL names', async () => {
    savedFiles();
    const { user, show } = openStory(() => [arrived, acknowledged, late]);
    show(<FireStoryPage />);
    await user.click(await screen.findByRole('button', { name: '处置 1' }));
    expect(titles()).toEqual(['接警']);
    expect(location.search).toContain('topics=response');
    await user.click(screen.getByRole('button', { name: '全部 3' }));
    expect(titles()).toHaveLength(3);
  });

  it('opens a picture', async () => {
    savedFiles();
    const { user, show } = openStory(() => [arrived]);
    show(<FireStoryPage />);
    await user.click(await screen.findByRole('button', { name: '照片 1' }));
    await within(await screen.findByRole('dialog')).findByRole('img', { name: '照片 1' });
  });

  it('updates while it is open', async () => {
    savedFiles();
    let lines = [arrived];
    const { app, show } = openStory(() => lines);
    const listeners = new Set<Parameters<typeof app.onLive>[0]>();
    vi.spyOn(app, 'onLive').mockImplementation((listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    });
    show(<FireStoryPage />);
    await screen.findByText('火警到达');
    lines = [arrived, acknowledged];
    const joined: IncidentMember = {
      alarmId: ALARM,
      incidentId: ALARM,
      evidence: {
        look: 'x',
        covariance: { eastEast: 1, eastNorth: 0, northNorth: 1 },
        probability: 0.5,
        calmedBy: [],
        threatens: null,
      },
    };
    const update = {
      kind: 'incident-joined',
      members: [joined],
      seq: 9,
      publishedAt: new Date(),
      gridNo: OFFICER.gridNo,
      requestId: null,
    } as LiveUpdate;
    act(() => {
      for (const listener of listeners) listener([update], 'live');
    });
    await screen.findByText('接警');
  });

  it('shows an error when it could not be loaded, and can be loaded again', async () => {
    savedFiles();
    let isLost = true;
    const { user, show } = openStory(() => (isLost ? LOST : [arrived]));
    show(<FireStoryPage />);
    const retry = await screen.findByRole('button', { name: '重试' });
    isLost = false;
    await user.click(retry);
    await screen.findByText('火警到达');
  });

  it('shows a message for an alarm that belongs to no fire yet', async () => {
    const { wire, show } = openDesk({ at: `/fireStory?id=${ALARM}` });
    wire.on(incidentCalls.incident, () => null);
    show(<FireStoryPage />);
    await screen.findByText('这条火警还没有归入火情');
  });

  it('without a fire lists the newest ones with place, evidence and state, filtered by time, grid and state', async () => {
    const { user, wire, show } = openDesk({ at: '/fireStory?from=2026-03-01+00:00:00' });
    answerOwnGrid(wire);
    const other = {
      ...incident,
      id: ALARM.replace(/1$/, '2'),
      address: null,
      longitude: 103.61,
      state: 'closed' as const,
      reasons: ['1 颗卫星'],
    };
    wire.on(incidentCalls.incidentPage, ({ body }) => {
      const list = (body as { state: string | null }).state === 'closed' ? [] : [incident, other];
      return { total: 60, pageNo: 1, pageSize: 50, list };
    });
    show(<FireStoryPage />);
    const link = await screen.findByRole('link', { name: /^汶川县.*汶川县威州镇.*1 个摄像头.*未结束/ });
    expect(link.getAttribute('href')).toBe(`/fireStory?id=${ALARM}`);
    screen.getByRole('link', { name: /^汶川县.*103\.6100, 31\.5000.*1 颗卫星.*已结束/ });
    screen.getByText('共 60 起，以上是最新的 2 起；可用时间、网格、状态缩小范围');
    await user.click(screen.getByRole('combobox', { name: '状态' }));
    await user.click(await screen.findByTitle('已结束'));
    await screen.findByText('没有符合条件的火情');
    expect(wire.calls(incidentCalls.incidentPage).at(-1)?.body).toMatchObject({
      beginTime: '2026-03-01 00:00:00',
      endTime: null,
      state: 'closed',
    });
  });
});

describe('sealing a story', () => {
  it('downloads the package', async () => {
    const saved = savedFiles();
    const { user, wire, show } = openStory(() => [acknowledged]);
    wire.onPath(firePackagePath, () => new Response(new Blob(['zip']), { headers: { 'content-type': 'application/zip' } }));
    show(<FireStoryPage />);
    await user.click(await screen.findByRole('button', { name: '封存包' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['汶川县-封存包.zip']));
  });

  it('shows the reason of a refusal, and saves nothing', async () => {
    const saved = savedFiles();
    const { user, wire, show } = openStory(() => [acknowledged]);
    const { body } = refusedBy(codedError('fire-package-too-large', { pictures: 9_000, megabytes: 4_000 }));
    wire.onPath(firePackagePath, () => Response.json(body));
    show(<FireStoryPage />);
    await user.click(await screen.findByRole('button', { name: '封存包' }));
    await screen.findByText('图片太多，无法装进一个封存包（9000 张，共 4000 MB）');
    expect(saved).toEqual([]);
  });

  it('is offered only to officers who may dispatch', async () => {
    const { show } = openStory(() => [acknowledged], { rights: ['watch-alarms'] });
    show(<FireStoryPage />);
    await screen.findByText('接警');
    expect(screen.queryByRole('button', { name: '封存包' })).toBeNull();
  });
});

describe('a story as text and by topic', () => {
  const lines = inTime([late, arrived].map(readStoryLine));
  it('has one line for each entry', () => {
    expect(plainText(lines, 'zh').split('\n')).toEqual([
      '2026-03-01 12:00:05\t报警\t火警到达\t接口\t汶川县威州镇\t监控',
      '2026-03-01 12:00:30\t任务\t任务进展\t汶川县值班员，汶川县林草局\t护林员甲\t已到达\t已到火场',
    ]);
    expect(plainText(lines, 'en')).toContain('Task progress');
  });

  it('counts the topics that occur, and reads those that the URL names', () => {
    expect(topicCounts(lines)).toEqual([
      { topic: 'sighting', count: 1 },
      { topic: 'task', count: 1 },
    ]);
    expect(topicsIn('task,nonsense')).toEqual(['task']);
    expect(withTopic(['task'], 'response')).toBe('task,response');
    expect(withTopic(['task'], 'task')).toBe('');
  });
});
