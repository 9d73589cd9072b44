import type { Client } from '@lookout/client';
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../camera.ts';
import { checksOf, mayNudge, nudgeCamera, runCheck } from './camera-checks.ts';

type Sent = Readonly<Record<string, unknown>>;
const camera = (manufacturer: string | null): Camera =>
  ({ id: 'c1', deviceId: 'D1', gridNo: '513221', manufacturer, name: '一' }) as unknown as Camera;

/** A client that records its requests and answers from the table. An answer that is a function is thrown. */
function fake(answers: Readonly<Record<string, unknown>>) {
  const requests: (readonly [name: string, sent: unknown])[] = [];
  const feature = new Proxy(
    {},
    {
      get: (_, name: string) => async (options: Sent) => {
        requests.push([name, options.body ?? options.query ?? null]);
        const answer = answers[name];
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  );
  return { client: { camera: feature, video: feature } as unknown as Client, asked: requests };
}
const stream = (url: string | null, result: string | null = null) => [{ code: url === null ? '1' : null, result, url }];

describe('接入测试', () => {
  it("asks each vendor for a stream with the vendor's own call, and shows no ticket", async () => {
    const { client, asked } = fake({
      aqishiPreview: stream('/media/c1/1.flv?ticket=secret'),
      chinaTowerPreview: stream(null, '设备离线'),
      liveVideo: stream('rtsp://host/1#x'),
    });
    expect(await runCheck('stream', client, camera('aqishi'))).toEqual({ kind: 'stream', address: '/media/c1/1.flv' });
    expect(await runCheck('stream', client, camera('chinaTower'))).toEqual({ kind: 'refused', words: '设备离线' });
    expect(await runCheck('stream', client, camera('onvif'))).toEqual({ kind: 'stream', address: 'rtsp://host/1' });
    expect(asked).toEqual([
      ['aqishiPreview', { cameraId: 'c1' }],
      ['chinaTowerPreview', { cameraIndexCode: 'D1' }],
      ['liveVideo', { cameraId: 'c1', manufacturer: 'onvif' }],
    ]);
  });

  it('reports whether the camera itself is online, and how many channels of its device are', async () => {
    const { client } = fake({ camerasOnline: [{ id: 'c2' }], onlineDevices: [{ deviceId: 'D1', channels: 1 }] });
    expect(await runCheck('state', client, camera('onvif'))).toEqual({ kind: 'channels', online: 1, isOnline: false });
  });

  it('only aqishi has a platform with a login', () => {
    expect(checksOf(camera('aqishi'))).toEqual(['state', 'sign-in', 'platform', 'stream', 'files']);
    expect(checksOf(camera(null))).toEqual(['state', 'stream']);
  });

  it('a nudge starts and stops with the same command, and stops even if the start failed', async () => {
    const wait = async () => undefined;
    const guide = fake({});
    await nudgeCamera(guide.client, camera('guide'), 'left', wait);
    expect(guide.asked).toEqual([
      ['guideControl', { id: 'c1', enumCode: '1', direction: 3, speed: 2, stop: 0 }],
      ['guideControl', { id: 'c1', enumCode: '1', direction: 3, speed: 2, stop: 1 }],
    ]);
    const aqishi = fake({ aqishiZoom: new Error('no line') });
    await expect(nudgeCamera(aqishi.client, camera('aqishi'), 'zoom-in', wait)).rejects.toThrow('no line');
    expect(aqishi.asked.map(([, sent]) => (sent as { stop: number }).stop)).toEqual([0, 1]);
    expect([mayNudge(camera('guide')), mayNudge(camera('onvif'))]).toEqual([true, false]);
  });
});
