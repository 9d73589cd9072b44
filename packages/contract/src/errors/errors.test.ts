import { describe, expect, it } from 'vitest';
import { categoryOf, codedError, ERROR_CODES, type ErrorCode, type ErrorParams, LANGUAGES, wordError } from './index.ts';

/** Codes that tell something beside themselves. One that is missing here does not compile. */
const told: { readonly [C in ErrorCode as keyof ErrorParams<C> extends never ? never : C]: ErrorParams<C> } = {
  'body-too-large': { megabytes: 4 },
  'not-as-required': { rule: 'too_big', zh: '数值过大', en: 'Too big' },
  'number-at-most': { most: 999 },
  'pictures-at-most': { most: 3 },
  'note-at-most': { most: 70 },
  'rangers-at-most': { most: 200 },
  'positions-at-most': { most: 10_000 },
  'burning-days-at-most': { most: 7 },
  'plot-points-at-most': { most: 2_000 },
  'too-few-points': { least: 3 },
  'sms-at-most': { most: 500 },
  'phones-at-most': { most: 100 },
  'users-at-most': { most: 100 },
  'radius-at-most': { kilometres: 500 },
  'limit-at-most': { most: 20_000 },
  'resources-at-most': { most: 5_000 },
  'same-resource-before': { row: 2 },
  'points-at-most': { most: 10_000 },
  'picture-too-large': { megabytes: 10 },
  'picture-too-many-pixels': { megapixels: 40 },
  'file-unreadable': { line: 3, reason: '…' },
  'alarm-deleted': { by: null, at: new Date('2026-11-22T01:00:00Z') },
  'alarm-moved-away': { by: '阿坝州值班员', at: new Date('2026-11-22T01:00:00Z') },
  closed: { by: null },
  'already-acknowledged': { by: '理县值班员' },
  'already-judged': { by: '理县值班员', verdict: 'false' },
  'already-dispatched': { by: '理县值班员' },
  'not-judged-kind': { kind: 'danger' },
  'not-for-kind': { kind: 'smoke' },
  'move-failed': { reason: 'outside-china' },
  'no-such-ranger': { id: '7' },
  'account-disabled': { fullName: '护林员甲' },
  'not-a-ranger': { fullName: '护林员甲' },
  'task-cancelled': { reason: '误派' },
  'task-does-not-go-back': { state: 'arrived' },
  'desk-taken': { by: '理县值班员' },
  'not-on-duty': { by: '理县值班员' },
  'plot-revised': { by: '理县值班员' },
  'burning-reviewed': { by: '理县值班员', state: 'approved' },
  'template-unknown-spaces': { spaces: ['天气', '风向'] },
  'sms-unknown-spaces': { spaces: ['天气', '风向'] },
  'sms-too-long': { length: 501, longest: 500 },
  'receivers-not-there': { count: 2 },
  'receivers-without-phone': { fullNames: ['甲', '乙'] },
  'weak-password': { fault: 'length' },
  'camera-refused': { refusal: 'refused', words: 'HTTP 503' },
  'no-stream': { refusal: 'timeout', words: null },
  'no-snapshot': { state: 'offline', words: null },
  'channel-not-playing': { state: 'codec-unsupported', words: 'H.265' },
  'maker-not-spoken': { manufacturer: null },
  'other-maker': { maker: 'aqishi' },
  'camera-in-use': { by: '理县值班员' },
  'direction-masked': { name: '烟囱' },
};

const said = (code: ErrorCode, language: (typeof LANGUAGES)[number]): string => {
  const params: Partial<Record<ErrorCode, ErrorParams<ErrorCode>>> = told;
  return wordError({ code, params: params[code] ?? {} }, language);
};

describe('the catalogue of errors', () => {
  it.each(ERROR_CODES)('%s is worded in every language', (code) => {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const language of LANGUAGES) expect(said(code, language)).toMatch(/\S/);
  });

  it('says parameters as each language says them', () => {
    const both = (code: ErrorCode) => LANGUAGES.map((language) => said(code, language));
    expect(both('alarm-moved-away')).toEqual([
      '该火警已由阿坝州值班员于 2026-11-22 09:00:00 移到您的网格之外',
      'This alarm was moved out of your grid by 阿坝州值班员 at 2026-11-22 09:00:00',
    ]);
    expect(both('already-judged')).toEqual(['已由理县值班员研判为误报或疑似', 'Already judged by 理县值班员: false or suspected']);
    expect(both('sms-unknown-spaces')).toEqual([
      '短信内容中有无法填写的空格：天气、风向',
      'The message has spaces that nothing fills: 天气, 风向',
    ]);
    expect(both('channel-not-playing')).toEqual(['编码不支持：H.265', 'This codec is not supported: H.265']);
    expect(both('picture-too-many-pixels')).toEqual(['照片不能超过4000万像素', 'A picture may have at most 40 megapixels']);
  });

  it('has a code with its own parameters only, which the compiler holds', () => {
    expect(codedError('already-pushed')).toEqual({ code: 'already-pushed', params: {} });
    expect(codedError('desk-taken', { by: '甲' })).toEqual({ code: 'desk-taken', params: { by: '甲' } });
    // @ts-expect-error a parameter is missing
    codedError('desk-taken');
    // @ts-expect-error there is none to be told
    codedError('already-pushed', { by: '甲' });
    // @ts-expect-error another code's
    codedError('desk-taken', { fullName: '甲' });
    // @ts-expect-error no such code
    codedError('desk-tken');
  });

  it('knows what each means', () => {
    expect(categoryOf('already-pushed')).toBe('conflict');
    expect(categoryOf('no-superior')).toBe('business');
    expect(categoryOf('not-found')).toBe('not-found');
  });
});
