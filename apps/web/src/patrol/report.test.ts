import { CallFailed } from '@lookout/client';
import { outcomeOf } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { patrolZh } from './messages.ts';
import { searchPhonePosition, whyNoPhonePosition } from './phone-position.ts';
import { pointingZh } from './pointing/messages.ts';
import { checkDraft, type Draft, draftOf, emptyDraft, isEmpty, messagesOf, refusalFaults } from './report.ts';
import { verdictOf, writtenByServerClock } from './send.ts';

const aDraft = (over: Partial<Draft> = {}): Draft => ({
  ...emptyDraft('ranger', 'k1'),
  lng: '103.59',
  lat: '31.48',
  description: '浓烟',
  ...over,
});
const faultsOf = (over: Partial<Draft>) => {
  const checked = checkDraft(aDraft(over), 1000);
  return checked.ok ? {} : messagesOf(checked.faults, patrolZh.form, pointingZh);
};
const photo = { key: 'p', name: 'p.jpg', blob: new Blob(['p']), uploadId: null };

describe('a draft', () => {
  it('becomes a report with its key, from decimal degrees or degrees, minutes and seconds alike', () => {
    const report = {
      key: 'k1',
      owner: 'ranger',
      writtenAt: 1000,
      lng: 103.59,
      lat: 31.48,
      fix: null,
      description: '浓烟',
      phone: '',
      photos: [],
    };
    expect(checkDraft(aDraft({ description: ' 浓烟 ' }), 1000)).toEqual({ ok: true, report });
    expect(checkDraft(aDraft({ lng: '103°35′24″', lat: '31°28′48″N' }), 1000)).toEqual({ ok: true, report });
    expect(checkDraft(aDraft({ lng: '31.48N 103.59E', lat: '' }), 1000)).toEqual({ ok: true, report });
  });

  it.each([
    [{ lat: '' }, { position: '请同时输入经度和纬度' }],
    [{ lng: '', lat: '' }, { position: '请同时输入经度和纬度' }],
    [{ lng: '203' }, { position: '经度：超出范围' }],
    [{ lng: '31.48', lat: '103.59' }, { position: '经度和纬度像是填反了：经度在前（如 103.59），纬度在后（如 31.48）' }],
    [{ lng: '0', lat: '0' }, { position: '位置是 (0, 0)，即没有定位：请重新定位或填写' }],
    [{ lat: '31.48E' }, { position: '纬度：方向字母不对（经度用 E/W，纬度用 N/S）' }],
    [{ description: '  ' }, { description: '请填写情况描述，或拍一张照片' }],
    [{ description: '长'.repeat(501) }, { description: '描述最多 500 个字' }],
    [{ phone: '打给我' }, { phone: '电话只能包含数字、空格、+ 和 -' }],
    [{ description: '', photos: [photo] }, {}],
    [{ description: '长'.repeat(500), phone: '+86 138-0000' }, {}],
  ])('%j has the faults %j', (over, faults) => expect(faultsOf(over)).toEqual(faults));

  it('a refused report returns to the form unchanged, under its key', () => {
    const checked = checkDraft(aDraft({ photos: [photo] }), 1000);
    expect(checked.ok && draftOf(checked.report)).toEqual(aDraft({ photos: [photo] }));
  });

  it('a phone number alone is not worth keeping as a draft', () => {
    expect(isEmpty(emptyDraft('ranger', 'k', '138'))).toBe(true);
    expect(isEmpty(aDraft())).toBe(false);
  });
});

describe('a refusal of the server', () => {
  it('is shown at its field', () =>
    expect(
      refusalFaults({ message: '输入有误', fields: [{ path: 'longitude', message: '位置不在您的网格范围内' }] }, '没有发送成功。'),
    ).toEqual({ position: '位置不在您的网格范围内', form: '没有发送成功。' }));
  it('of an unknown field is shown below the form', () => {
    expect(refusalFaults({ message: '无权限', fields: [] }, '没有发送成功。')).toEqual({ form: '没有发送成功。无权限' });
    expect(refusalFaults({ message: '输入有误', fields: [{ path: 'reportTime', message: '时间在未来' }] }, '')).toEqual({
      form: '时间在未来',
    });
  });
});

describe('a failed attempt', () => {
  const failed = (status: number | null, body: unknown = {}) => {
    const outcome = outcomeOf(status === null ? { status } : { status, body }, 'background');
    if (outcome.kind === 'passed') throw new Error('it passed');
    return verdictOf(new CallFailed(outcome));
  };
  it.each([
    [null, 'line'],
    [401, 'session'],
    [429, 'busy'],
    [400, 'busy'],
    [500, 'busy'],
    [502, 'busy'],
    [503, 'busy'],
  ] as const)('HTTP %s: later (%s)', (status, why) => expect(failed(status)).toEqual({ kind: 'later', why }));
  it('no answer in time: later', () => expect(verdictOf(new DOMException('late', 'AbortError'))).toEqual({ kind: 'later', why: 'line' }));
  it.each([403, 413, 422])('HTTP %i: refused', (status) =>
    expect(failed(status, { code: status, message: '不行' })).toEqual({ kind: 'refused', message: '不行', fields: [] }),
  );
  it('a business refusal (501 inside a 200) is final', () =>
    expect(failed(200, { code: 501, message: '不行' })).toEqual({ kind: 'refused', message: '不行', fields: [] }));
  it('a bug is rethrown', () => expect(() => verdictOf(new TypeError('ours'))).toThrow('ours'));
});

describe('the time of a report', () => {
  it('is the age of the report by the server’s clock, whatever the phone’s clock shows', () =>
    expect(writtenByServerClock(1_000, 61_000, 900_000)).toBe(840_000));
  it('is never in the future', () => expect(writtenByServerClock(99_000, 61_000, 900_000)).toBe(900_000));
});

describe('the phone’s position', () => {
  const search = (script: (give: (accuracy: number) => void, fail: (code: number) => void, timeUp: () => void) => void) => {
    const results: unknown[] = [];
    let success: PositionCallback = () => {};
    let failure: PositionErrorCallback = () => {};
    let timeUp = () => {};
    let watching = true;
    searchPhonePosition({
      geolocation: {
        watchPosition: (onSuccess, onError) => {
          success = onSuccess;
          if (onError) failure = onError;
          return 1;
        },
        clearWatch: () => {
          watching = false;
        },
      },
      setTimeout: (run) => {
        timeUp = run;
      },
      clearTimeout: () => {},
      onPosition: ({ accuracyMetres }) => results.push(accuracyMetres),
      onEnd: (fault) => results.push(fault),
    });
    script(
      (accuracy) => success({ coords: { longitude: 103, latitude: 31, accuracy } } as GeolocationPosition),
      (code) => failure({ code } as GeolocationPositionError),
      () => timeUp(),
    );
    return { results, watching };
  };

  it('improves until it is good enough; a worse fix is ignored', () =>
    expect(
      search((give) => {
        for (const accuracy of [1500, 60, 400, 12, 5]) give(accuracy);
      }),
    ).toEqual({ results: [1500, 60, 12, null], watching: false }));
  it('is the best fix so far when the time is up', () =>
    expect(
      search((give, _, timeUp) => {
        give(60);
        timeUp();
      }),
    ).toEqual({ results: [60, null], watching: false }));
  it.each([
    [1, 'denied'],
    [2, 'unavailable'],
  ])('error %i without a fix: %s', (code, fault) => expect(search((_, fail) => fail(code)).results).toEqual([fault]));
  it('no position: timeout', () => expect(search((_, __, timeUp) => timeUp()).results).toEqual(['timeout']));
  it('plain http gives no position, and the reason is shown', () => {
    expect(whyNoPhonePosition({ isSecureContext: false, navigator: { geolocation: {} } })).toBe('insecure');
    expect(whyNoPhonePosition({ isSecureContext: true, navigator: {} })).toBe('unsupported');
    expect(whyNoPhonePosition({ isSecureContext: true, navigator: { geolocation: {} } })).toBeNull();
  });
});
