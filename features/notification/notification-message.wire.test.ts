import { describe, expect, it } from 'vitest';
import {
  type GatheredFire,
  type NotifiedFire,
  notificationSummary,
  notificationsGathered,
  notificationText,
} from './notification-message.wire.ts';

const fire: NotifiedFire = {
  stage: 'dangerous',
  repeat: 0,
  gridName: '汶川县',
  address: '威州镇，距县城东北3.2公里',
  seenAt: new Date('2026-11-27T02:05:00Z'),
  kinds: ['satellite', 'camera', 'satellite'],
};

describe('the text of a notification', () => {
  it('states the level of the fire, and where, when and by whom it was observed, in Beijing time', () => {
    expect(notificationText(fire, 'zh')).toEqual({
      title: '【林火·高危】汶川县',
      content: '威州镇，距县城东北3.2公里，11-27 10:05由卫星、摄像头发现，请立即登录系统核实。',
    });
    expect(notificationText(fire, 'en').content).toBe(
      '威州镇，距县城东北3.2公里, seen 11-27 10:05 by satellite, camera: please log in at once to verify it.',
    );
  });

  it('states the number of the repeat', () => {
    expect(notificationText({ ...fire, repeat: 2 }, 'zh').title).toBe('【林火·第2次提醒·高危】汶川县');
    expect(notificationText({ ...fire, repeat: 2 }, 'en').title).toBe('[Forest fire: reminder 2, dangerous] 汶川县');
  });

  it('of quiet hours names five fires and counts the others', () => {
    const fires = Array.from({ length: 7 }, () => notificationText(fire, 'zh'));
    const { title, content } = notificationSummary(fires, 'zh');
    expect(title).toBe('【林火·静默时段汇总】共7起');
    const lines = content.split('\n');
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe('其余2起请登录系统查看。');
    expect(notificationSummary(fires.slice(0, 5), 'zh').content.split('\n')).toHaveLength(5);
  });

  it('of a flood states the number, the levels and the counties, and names the fire of the highest level', () => {
    const gathered = (stage: NotifiedFire['stage'], gridName: string, danger: number | null = null): GatheredFire => ({
      stage,
      danger,
      gridName,
      ...notificationText({ ...fire, stage, gridName }, 'zh'),
    });
    const fires = [
      ...Array.from({ length: 3 }, () => gathered('unjudged', '汶川县')),
      gathered('over', '理县'),
      gathered('confirmed', '理县'),
      ...['茂县', '松潘县', '黑水县', '小金县'].map((name) => gathered('dangerous', name)),
    ];
    expect(notificationsGathered(fires, 'zh')).toEqual({
      title: '【林火·合并通知】共9起火情',
      content:
        '确认真火1起、高危4起、待核实3起、解除1起。汶川县3起、理县2起、茂县1起、松潘县1起、黑水县1起，以及另外1个县。最危险：【林火·确认真火】理县：威州镇，距县城东北3.2公里，11-27 10:05由卫星、摄像头发现，请登录系统处置。其余请登录系统查看。',
    });
    const english = notificationsGathered(fires, 'en');
    expect(english.title).toBe('[Forest fire: told together] 9 fires');
    expect(english.content).toContain('1 confirmed, 4 dangerous, 3 to be verified, 1 all clear. 汶川县 3, 理县 2');
    const equal = [gathered('unjudged', '汶川县'), gathered('unjudged', '茂县', 0.7), gathered('unjudged', '理县', 0.3)];
    expect(notificationsGathered(equal, 'zh').content).toContain('最危险：【林火·待核实】茂县');
    const [alone] = fires;
    if (alone !== undefined) expect(notificationsGathered([alone], 'zh')).toEqual({ title: alone.title, content: alone.content });
  });
});
