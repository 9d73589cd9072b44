import { describe, expect, it } from 'vitest';
import { channelName, isThermal, nameParts, pairOf } from './channels.ts';

const channel = (name: string, cameraType: string | null, channelNum: number | null = null) => ({ name, cameraType, channelNum });

describe('the two channels of a point', () => {
  const visible = channel('可见光', 'visible', 2);
  const thermal = channel('热成像', 'thermal', 1);
  it('visible first, thermal beside it, whatever their numbers', () => expect(pairOf([thermal, visible])).toEqual([visible, thermal]));
  it('one alone stands alone', () =>
    expect([pairOf([thermal]), pairOf([])]).toEqual([
      [thermal, null],
      [null, null],
    ]));
  it('two visible ones stand side by side', () => {
    const second = channel('可见光2', null, 3);
    expect(pairOf([second, visible])).toEqual([visible, second]);
  });
  it('the type speaks before the name', () =>
    expect([channel('红外一号', null), channel('红外一号', 'visible'), channel('a', 'IR')].map(isThermal)).toEqual([true, false, true]));
});

describe('a channel’s name', () => {
  const named = (name: string, monitorName: string | null) => ({ name, monitorName });
  it('does not repeat its point', () => {
    const names = [named('一号塔 可见光', '一号塔'), named('一号塔', '一号塔'), named('云台', '一号塔'), named('云台', null)];
    expect(names.map(channelName)).toEqual(['可见光', '一号塔', '云台', '云台']);
  });
  it('falls into what may be cut and what tells channels apart', () => {
    expect([named('一号塔 可见光', '一号塔'), named('一号塔', '一号塔'), named('云台', '一号塔')].map(nameParts)).toEqual([
      ['一号塔', '可见光'],
      ['', '一号塔'],
      ['', '云台'],
    ]);
  });
});
