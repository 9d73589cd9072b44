import { describe, expect, it } from 'vitest';
import { notificationSummary, notificationText, type ToldFire } from './notification.ts';

const fire: ToldFire = {
  stage: 'dangerous',
  repeat: 0,
  gridName: '汶川县',
  address: '威州镇，距县城东北3.2公里',
  seenAt: new Date('2026-11-27T02:05:00Z'),
  kinds: ['satellite', 'camera', 'satellite'],
};

describe('the words of a notification', () => {
  it('say how far the fire has come, where, when and by whom it was seen, in Beijing time', () => {
    expect(notificationText(fire, 'zh')).toEqual({
      title: '【林火·高危】汶川县',
      content: '威州镇，距县城东北3.2公里，11-27 10:05由卫星、摄像头发现，请立即登录系统核实。',
    });
    expect(notificationText(fire, 'en').content).toBe(
      '威州镇，距县城东北3.2公里, seen 11-27 10:05 by satellite, camera: please log in at once to verify it.',
    );
  });

  it('say which time it is', () => {
    expect(notificationText({ ...fire, repeat: 2 }, 'zh').title).toBe('【林火·第2次提醒·高危】汶川县');
    expect(notificationText({ ...fire, repeat: 2 }, 'en').title).toBe('[Forest fire: reminder 2, dangerous] 汶川县');
  });

  it('of quiet hours name five fires and count the others', () => {
    const fires = Array.from({ length: 7 }, () => notificationText(fire, 'zh'));
    const { title, content } = notificationSummary(fires, 'zh');
    expect(title).toBe('【林火·静默时段汇总】共7起');
    const lines = content.split('\n');
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe('其余2起请登录系统查看。');
    expect(notificationSummary(fires.slice(0, 5), 'zh').content.split('\n')).toHaveLength(5);
  });
});
