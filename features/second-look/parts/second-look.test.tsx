// 自动复核 beside an alarm, and its settings.
import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { LOST } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { anAlarm, at, WENCHUAN } from '../../testing/builders.ts';
import type { AlarmLook, LookView, SecondLook } from '../second-look.ts';
import { SecondLookSection } from './SecondLookSection.tsx';
import { CameraSecondLook, GridSecondLook } from './SecondLookSettings.tsx';

const { secondLook: calls } = contract;
const alarm = anAlarm('satellite', { id: crypto.randomUUID() });
const PICTURE = crypto.randomUUID();

const aView = (over: Partial<LookView> = {}): LookView => ({
  cameraId: 'c1',
  cameraName: '一号塔',
  distanceMetres: 4_230,
  azimuthDegrees: 55,
  fieldDegrees: 12,
  verdict: null,
  reason: null,
  frames: 0,
  pictureId: null,
  takenAt: null,
  heat: null,
  box: null,
  ...over,
});
const aLook = (over: Partial<SecondLook> = {}): SecondLook => ({
  id: crypto.randomUUID(),
  gridNo: WENCHUAN.gridNo,
  alarmIds: [alarm.id],
  position: { lng: 103.5, lat: 31.4 },
  radiusMetres: 265,
  priority: 4,
  state: 'waiting',
  verdict: null,
  reason: null,
  heat: null,
  views: [],
  askedAt: at('2026-12-01 10:00:00'),
  beganAt: null,
  endedAt: null,
  ...over,
});

/** Shows the part beside an alarm with this answer. */
function shown(answer: () => AlarmLook | typeof LOST) {
  const desk = openDesk();
  desk.wire.on(calls.secondLookOfAlarm, answer);
  desk.wire.onPath(`/files/${PICTURE}`, () => new Response(new Blob(['x'], { type: 'image/jpeg' })));
  desk.show(<SecondLookSection alarm={alarm} />);
  return desk;
}
const found = (look: SecondLook | null, why: AlarmLook['why'] = null) => shown(() => ({ look, why }));
const part = () => screen.findByRole('region', { name: '自动复核' });

describe('beside an alarm', () => {
  it.each([
    ['waits for a camera', aLook({ reason: 'busy' }), ['排队等候复核', '看得见的摄像机都有人在操作']],
    ['turns', aLook({ state: 'looking', views: [aView()] }), ['摄像机正在转去', '一号塔，4.2 公里']],
    ['has a picture', aLook({ state: 'looking', views: [aView({ pictureId: PICTURE, frames: 4 })] }), ['正在观察（4/20）']],
    [
      'found nothing',
      aLook({ state: 'done', verdict: 'nothing', heat: { isHot: false, levels: 3 }, views: [aView({ verdict: 'nothing', frames: 20 })] }),
      ['没有看到烟升起', '请看画面判断', '没有热源'],
    ],
    [
      'is unclear, with the reason',
      aLook({ state: 'done', verdict: 'unclear', reason: 'frozen', views: [aView({ verdict: 'unclear', reason: 'frozen', frames: 20 })] }),
      ['看不清', '画面静止不动'],
    ],
    [
      'has a camera that does not say where it looks',
      aLook({ state: 'done', reason: 'no-position', views: [aView({ reason: 'no-position' })] }),
      ['没有拍到', '摄像机不报告自己的方向，不能用于复核'],
    ],
    ['is seen by no camera', aLook({ state: 'done', reason: 'unseen' }), ['没有摄像机看得见']],
  ] as const)('the look %s', async (_, look, texts) => {
    found(look);
    const section = await part();
    for (const text of texts) expect(section.textContent).toContain(text);
  });

  it('smoke is shown in the picture of now, with heat', async () => {
    const view = aView({ verdict: 'smoke', frames: 20, pictureId: PICTURE, box: [0.4, 0.3, 0.6, 0.5] });
    found(aLook({ state: 'done', verdict: 'smoke', heat: { isHot: true, levels: 150 }, views: [view] }));
    const section = await part();
    expect(section.dataset.verdict).toBe('smoke');
    expect(section.textContent).toContain('有热源');
    await screen.findByRole('img', { name: '一号塔拍到的现场' });
    expect(screen.getByRole('img', { name: '烟的位置' }).style).toMatchObject({ left: '40%', top: '30%', width: '20%', height: '20%' });
  });

  it('no camera is near', async () => {
    found(null, 'unseen');
    expect((await part()).textContent).toContain('没有摄像机看得见');
  });

  it('nothing is shown where looks are off', async () => {
    const { wire } = found(null, 'off');
    await waitFor(() => expect(wire.calls(calls.secondLookOfAlarm)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByLabelText('正在读取自动复核')).toBeNull());
    expect(screen.queryByRole('region', { name: '自动复核' })).toBeNull();
  });

  it('nothing is asked about an alarm of a camera', () => {
    const { wire, show } = openDesk();
    show(<SecondLookSection alarm={anAlarm('camera')} />);
    expect(wire.calls(calls.secondLookOfAlarm)).toEqual([]);
  });

  it('a failure is stated, and repeating it helps', async () => {
    let isLost = true;
    const { user } = shown(() => (isLost ? LOST : { look: aLook(), why: null }));
    const again = await screen.findByRole('button', { name: /重试|再试/ });
    isLost = false;
    await user.click(again);
    expect((await part()).textContent).toContain('排队等候复核');
  });
});

describe('the settings', () => {
  const setting = { ...WENCHUAN, isOn: false, fromGridName: null, changedBy: null, changedAt: null } as const;

  it('a grid takes part, or not', async () => {
    const { wire, user, show } = openDesk();
    let isOn = false;
    wire.on(calls.secondLookSetting, () => ({ ...setting, isOn }));
    wire.on(calls.saveSecondLookSetting, () => {
      isOn = true;
      return { ...setting, isOn };
    });
    show(<GridSecondLook gridNo={null} />);
    await user.click(await screen.findByRole('switch'));
    expect(wire.calls(calls.saveSecondLookSetting).map(({ body }) => body)).toEqual([{ gridNo: WENCHUAN.gridNo, isOn: true }]);
    await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true'));
  });

  it('a camera is left out; without the right it is only shown', async () => {
    const { wire, user, show } = openDesk();
    wire.on(calls.secondLookCamera, () => ({ isOn: true }));
    wire.on(calls.saveSecondLookCamera, () => ({ isOn: false }));
    const cameraId = crypto.randomUUID();
    show(<CameraSecondLook cameraId={cameraId} />);
    await user.click(await screen.findByRole('switch'));
    expect(wire.calls(calls.saveSecondLookCamera).map(({ body }) => body)).toEqual([{ cameraId, isOn: false }]);
  });

  it('an officer without the right sees the setting and cannot change it', async () => {
    const { wire, show } = openDesk({ rights: ['watch-alarms'] });
    wire.on(calls.secondLookSetting, () => ({
      ...setting,
      fromGridName: '四川省',
      changedBy: '值班长',
      changedAt: at('2026-12-01 10:00:00'),
    }));
    show(<GridSecondLook gridNo={null} />);
    expect((await screen.findByRole('switch')).hasAttribute('disabled')).toBe(true);
    expect(document.body.textContent).toContain('沿用四川省的设置 · 值班长 2026-12-01 10:00:00 设置');
  });
});
